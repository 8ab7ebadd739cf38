import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const server = `http://127.0.0.1:${process.env.PORT ?? '5000'}`;

/**
 * What comes in one chunk, by what it begins with: the first view behind the landing page (the shell, and the dashboard in
 * it), and the page that people buy on.
 */
const CHUNKS = [
  {
    name: 'kit',
    entries: ['src/shell/dashboard-page.tsx', 'src/dashboard/overview.tsx'],
    ids: new Set<string>(),
  },
  { name: 'buying', entries: ['src/buying/buy-robux.tsx'], ids: new Set<string>() },
];

/** Finds all that each chunk's entries import, so that nothing of it comes apart, and nothing else with it. */
function findChunks(): Plugin {
  return {
    name: 'find-chunks',
    buildEnd() {
      for (const { entries, ids } of CHUNKS) {
        const waiting = entries.map((file) => join(import.meta.dirname, file));
        for (const id of waiting) {
          if (ids.has(id)) continue;
          ids.add(id);
          waiting.push(...(this.getModuleInfo(id)?.importedIds ?? []));
        }
      }
    },
  };
}

/** Says in the page which files these chunks are, for public/head.js to have them fetched early. */
function nameChunks(): Plugin {
  return {
    name: 'name-chunks',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.values(bundle)
          .filter(({ name }) => CHUNKS.some((chunk) => chunk.name === name))
          .map(({ name, fileName }) => ({
            tag: 'meta',
            attrs: { name: `chunk-${name}`, content: `/${fileName}` },
            injectTo: 'head-prepend',
          })),
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
  plugins: [react(), tailwindcss(), findChunks(), nameChunks(), compress()],
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
        // Few chunks instead of many small ones: what the landing page needs, and what each of these needs more.
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'], priority: CHUNKS.length + 1 },
            ...CHUNKS.map(({ name, ids }, index) => ({
              name,
              test: (id: string) => ids.has(id),
              priority: CHUNKS.length - index,
            })),
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': server, '/auth': server, '/healthz': server, '/readyz': server },
  },
});
