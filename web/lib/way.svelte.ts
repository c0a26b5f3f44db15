/** Where we are, and how to go elsewhere: the browser's own history, so that its back button works. */

import { routeOf, type Route } from "./route";
import { isSite } from "./server";

/** An address of the page, as a link has it. */
export const to = (path: string): string => (isSite ? `#${path}` : path);
/** The same in full, for somebody elsewhere. */
export const linkTo = (path: string): string => new URL(to(path), location.href).href;
/** A file that lies beside the page. */
export const fileAt = (name: string): string => (isSite ? name : `/${name}`);

function whereWeAre(): Route {
  if (!isSite) return routeOf(location.pathname, location.search);
  const [path = "", query = ""] = location.hash.slice(1).split("#")[0]!.split("?");
  return routeOf(path, query);
}

class Way {
  #here = $state.raw<Route>(whereWeAre());
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
      if (link.pathname.startsWith("/api") || (isSite && !link.hash.startsWith("#/"))) return;
      event.preventDefault();
      this.go(isSite ? link.hash.slice(1) : link.pathname + link.search);
    };
    addEventListener("popstate", popped);
    document.addEventListener("click", clicked);
    return () => { removeEventListener("popstate", popped); document.removeEventListener("click", clicked); };
  }

  go(path: string, replace = false): void {
    if (replace) history.replaceState(null, "", to(path));
    else { history.pushState(null, "", to(path)); this.#steps += 1; }
    this.#read();
    scrollTo(0, 0);
  }

  back(otherwise = "/"): void {
    if (this.#steps > 0) history.back();
    else this.go(otherwise, true);
  }

  #read(): void {
    this.#here = whereWeAre();
  }
}

export const way = new Way();
