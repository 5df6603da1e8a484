// Which page the address names. Links are ordinary links; a click on one of ours stays in the page.

export const route = $state({ path: location.pathname, query: location.search });

function follow(): void {
  route.path = location.pathname;
  route.query = location.search;
}

/** What stands between the slashes. An address that cannot be read names no page. */
export function partsOf(path: string): string[] {
  try {
    return path.split("/").filter(Boolean).map(decodeURIComponent);
  } catch {
    return ["%"];
  }
}

export function go(to: string): void {
  history.pushState(null, "", to);
  follow();
  window.scrollTo(0, 0);
  document.getElementById("main")?.focus({ preventScroll: true }); // a new page is read from its beginning
}

/** Change the address without a new page in the history: a step of a replay, say. */
export function note(to: string): void {
  history.replaceState(null, "", to);
}

export function listen(): void {
  addEventListener("popstate", follow);
  addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element).closest("a");
    if (!link || link.target || link.origin !== location.origin || link.hasAttribute("download")) return;
    if (link.pathname.startsWith("/api") || (link.hash && link.pathname === location.pathname)) return;
    event.preventDefault();
    go(link.pathname + link.search);
  });
}
