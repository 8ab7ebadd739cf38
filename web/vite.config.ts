import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const server = `http://127.0.0.1:${process.env.PORT ?? '5000'}`;

/** Where the first view behind the landing page begins: the shell, and the dashboard in it. */
const FIRST_VIEW = ['src/shell/dashboard-page.tsx', 'src/dashboard/overview.tsx'];
const onFirstView = new Set<string>();

/** Finds all that the first view imports, so that it comes in one chunk, and nothing that it does not need with it. */
function findFirstView(): Plugin {
  return {
    name: 'find-first-view',
    buildEnd() {
      const waiting = FIRST_VIEW.map((file) => join(import.meta.dirname, file));
      for (const id of waiting) {
        if (onFirstView.has(id)) continue;
        onFirstView.add(id);
        waiting.push(...(this.getModuleInfo(id)?.importedIds ?? []));
      }
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), findFirstView()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // The CSP names font-src 'self': a data: URL would be refused.
    assetsInlineLimit: 0,
    // Vite's preload polyfill is for browsers that this target excludes.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Two chunks instead of twenty: what the landing page needs, and what the first view behind it needs more.
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'], priority: 2 },
            { name: 'kit', test: (id) => onFirstView.has(id), priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': server, '/auth': server, '/healthz': server, '/readyz': server },
  },
});
