// Asking the server over HTTP. Every answer is typed; every refusal is an ApiError in plain words.

export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly field: string | null = null, // the option that will not do
  ) {
    super(message);
  }
}

type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** The token of the double-submit cookie; it exists after the first answer. */
export function csrfToken(): string {
  return /(?:^|;\s*)csrftoken=([^;]*)/.exec(document.cookie)?.[1] ?? "";
}

async function ask<T>(method: Method, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { accept: "application/json" };
  if (method !== "GET") headers["x-csrftoken"] = csrfToken();
  if (body !== undefined) headers["content-type"] = "application/json";
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers,
      credentials: "same-origin",
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new ApiError(0, "The server cannot be reached. Is it running?");
  }
  if (!response.ok) throw await refusal(response);
  const text = await response.text();
  return (text ? JSON.parse(text) : null) as T;
}

async function refusal(response: Response): Promise<ApiError> {
  return refusalOf(response.status, await response.text());
}

/** In the server's own words, where it gave some. */
export function refusalOf(status: number, body: string): ApiError {
  try {
    const { error, field } = JSON.parse(body) as { error?: unknown; field?: string | null };
    if (typeof error === "string") return new ApiError(status, error, field ?? null);
  } catch {
    // Not from our own server, then: a proxy, say.
  }
  return new ApiError(status, `The server answered ${status}.`);
}

export const get = <T>(path: string) => ask<T>("GET", path);
export const post = <T = null>(path: string, body: unknown = {}) => ask<T>("POST", path, body);
export const patch = <T = null>(path: string, body: unknown) => ask<T>("PATCH", path, body);
export const remove = (path: string) => ask<null>("DELETE", path);

/** What went wrong, for people. */
export function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
