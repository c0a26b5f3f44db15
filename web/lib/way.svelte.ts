/** Where we are, and how to go elsewhere: the browser's own history, so that its back button works. */

import { routeOf, type Route } from "./route";

class Way {
  #here = $state.raw<Route>(routeOf(location.pathname, location.search));
  /** Did we come here from another page of ours? */
  #steps = 0;

  get route(): Route {
    return this.#here;
  }

  listen(): () => void {
    const popped = () => { this.#steps = Math.max(0, this.#steps - 1); this.#read(); };
    const clicked = (event: MouseEvent) => {
      const link = (event.target as Element | null)?.closest?.("a[href]");
      if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
      if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      if (link.pathname.startsWith("/api")) return;
      event.preventDefault();
      this.go(link.pathname + link.search);
    };
    addEventListener("popstate", popped);
    document.addEventListener("click", clicked);
    return () => { removeEventListener("popstate", popped); document.removeEventListener("click", clicked); };
  }

  go(path: string, replace = false): void {
    if (replace) history.replaceState(null, "", path);
    else { history.pushState(null, "", path); this.#steps += 1; }
    this.#read();
    scrollTo(0, 0);
  }

  back(otherwise = "/"): void {
    if (this.#steps > 0) history.back();
    else this.go(otherwise, true);
  }

  #read(): void {
    this.#here = routeOf(location.pathname, location.search);
  }
}

export const way = new Way();
