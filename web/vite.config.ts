import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
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

/** Puts each file as small as it gets beside it, for the server to send; what is small or an image already stays as it is. */
function compress(): Plugin {
  return {
    name: 'compress',
    writeBundle({ dir }, bundle) {
      for (const { fileName, ...file } of Object.values(bundle)) {
        const content = file.type === 'chunk' ? file.code : file.source;
        if (!/\.(css|html|js|svg)$/.test(fileName) || content.length < 1_000) continue;
        const path = join(dir!, fileName);
        writeFileSync(`${path}.br`, brotliCompressSync(content));
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), findFirstView(), compress()],
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
