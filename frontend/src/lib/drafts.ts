// Drafts of bots, kept in this browser: one for each game and language, and for each bot that is edited.
import type { Language } from "./code";

const place = (game: string, language: Language, bot: string | null) => `draft/${bot ? `bot/${bot}` : game}/${language}`;

export function keptDraft(game: string, language: Language, bot: string | null): string | null {
  return localStorage.getItem(place(game, language, bot));
}

/** Whether there was room for it. */
export function keepDraft(game: string, language: Language, bot: string | null, source: string): boolean {
  try {
    localStorage.setItem(place(game, language, bot), source);
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(game: string, language: Language, bot: string | null): void {
  localStorage.removeItem(place(game, language, bot));
}
