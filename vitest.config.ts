import { mergeConfig, defineConfig } from "vitest/config";
import page from "./vite.config.ts";

export default mergeConfig(
  page,
  defineConfig({
    root: ".",
    test: {
      environment: "happy-dom",
      include: ["web/**/*.test.ts", "src/spieltisch/games/*/tests/*.test.ts"],
      setupFiles: ["web/tests/setup.ts"],
    },
  }),
);
