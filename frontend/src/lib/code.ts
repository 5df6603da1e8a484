// The code editor: CodeMirror in our own colours. It is large, so only the page that needs it fetches it.
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { javascript } from "@codemirror/lang-javascript";
import { python } from "@codemirror/lang-python";
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { Mistake, Template } from "./wire";

export type Language = Template["language"];

interface Wishes {
  language: Language;
  source: string;
  label: string;
  changed: (source: string) => void;
  test: () => void;
  keep: () => void;
}

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: "var(--team-purple)" },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: "var(--team-green)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--team-yellow)" },
  { tag: [tags.function(tags.variableName), tags.definition(tags.function(tags.variableName)), tags.className], color: "var(--team-blue)" },
  { tag: [tags.comment, tags.docString], color: "var(--muted)", fontStyle: "italic" },
  { tag: tags.definition(tags.variableName), fontWeight: "600" },
]);

const look = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--surface)", fontSize: "0.875rem" },
  "&.cm-focused": { outline: "3px solid var(--focus)", outlineOffset: "-3px" },
  ".cm-scroller": { overflow: "auto", fontFamily: "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { color: "var(--muted)", backgroundColor: "var(--sunken)", border: "0" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--accent) 8%, transparent)" },
  ".cm-activeLineGutter": { backgroundColor: "transparent" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "color-mix(in srgb, var(--focus) 28%, transparent) !important" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "color-mix(in srgb, var(--focus) 22%, transparent)", outline: "none" },
  ".cm-tooltip": { color: "var(--ink)", backgroundColor: "var(--surface)", border: "1px solid var(--line)" },
});

const grammar = (language: Language): Extension =>
  language === "python" ? [python(), indentUnit.of("    ")] : [javascript(), indentUnit.of("  ")];

export class CodeEditor {
  private readonly view: EditorView;
  private readonly language = new Compartment();

  constructor(place: HTMLElement, wishes: Wishes) {
    // In a shadow its styles are made by script, which our content-security policy allows; style elements it does not.
    const root = place.shadowRoot ?? place.attachShadow({ mode: "open" });
    root.replaceChildren();
    // Tab indents; after Escape it leaves, until something is written again: nobody is caught in here.
    const keys = keymap.of([
      { key: "Mod-Enter", run: () => (wishes.test(), true) },
      { key: "Mod-s", run: () => (wishes.keep(), true), preventDefault: true },
      { key: "Escape", run: (view) => (view.setTabFocusMode(true), true) },
      indentWithTab,
      ...defaultKeymap,
      ...historyKeymap,
    ]);
    const listener = EditorView.updateListener.of((update) => {
      if (!update.docChanged) return;
      update.view.setTabFocusMode(false);
      wishes.changed(this.source);
    });
    this.view = new EditorView({
      root,
      parent: root as unknown as Element,
      state: EditorState.create({
        doc: wishes.source,
        extensions: [
          keys,
          lineNumbers(),
          history(),
          drawSelection(),
          indentOnInput(),
          bracketMatching(),
          highlightActiveLine(),
          lintGutter(),
          syntaxHighlighting(colours),
          look,
          this.language.of(grammar(wishes.language)),
          EditorView.contentAttributes.of({ "aria-label": wishes.label, spellcheck: "false", tabindex: "0" }),
          listener,
        ],
      }),
    });
  }

  get source(): string {
    return this.view.state.doc.toString();
  }

  /** Another text, in another language perhaps. */
  load(source: string, language: Language): void {
    this.view.dispatch({
      changes: { from: 0, to: this.view.state.doc.length, insert: source },
      effects: this.language.reconfigure(grammar(language)),
      selection: { anchor: 0 },
    });
    this.mark([]);
  }

  /** Show mistakes at their lines. */
  mark(mistakes: readonly Mistake[]): void {
    const { doc } = this.view.state;
    const found = mistakes.flatMap(({ line, words }) => {
      if (line === null || line < 1 || line > doc.lines) return [];
      const { from, to } = doc.line(line);
      return [{ from, to, severity: "error" as const, message: words }];
    });
    this.view.dispatch(setDiagnostics(this.view.state, found));
  }

  /** Go to a line. */
  show(line: number): void {
    const { doc } = this.view.state;
    const { from } = doc.line(Math.min(Math.max(line, 1), doc.lines));
    this.view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
    this.view.focus();
  }

  close(): void {
    this.view.destroy();
  }
}
