// A plain file server that knows nothing of the page, as any web host is; it can be switched off and on again.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const KINDS = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json", ".wasm": "application/wasm" };

export async function plainHost(folder) {
  let port = 0;
  let server = null;
  const answer = async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://host").pathname));
    try {
      const content = await readFile(join(folder, path.endsWith("/") ? `${path}index.html` : path));
      response.writeHead(200, { "Content-Type": KINDS[extname(path) || ".html"] ?? "application/octet-stream" }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  };
  const host = {
    base: "",
    on: () => new Promise((done) => {
      server = createServer(answer).listen(port, "127.0.0.1", () => {
        ({ port } = server.address());
        host.base = `http://127.0.0.1:${port}`;
        done();
      });
    }),
    off: () => new Promise((done) => {
      server.close(done);
      server.closeAllConnections();
    }),
  };
  await host.on();
  return host;
}
