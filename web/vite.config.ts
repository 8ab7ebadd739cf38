import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { LANGUAGES } from '@sterling/contract/texts.ts';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { inlineTexts } from './texts/inline.ts';

/** The language of this build. */
const language = LANGUAGES.find((name) => name === process.env.SITE_LANGUAGE) ?? 'en';
const server = `http://127.0.0.1:${process.env.PORT ?? '5000'}`;

/** What the shell of all signed-in pages, the dashboards and the buy page import, directly or not. `findImports` fills the sets. */
const SHELL = importsOf('src/app/shell/dashboard-page.tsx');
const DASHBOARDS = importsOf(
  'src/screens/dashboard/buyer-dashboard.tsx',
  'src/screens/dashboard/seller-dashboard.tsx',
);
const BUYING = importsOf('src/screens/buy-robux.tsx');

const IS_SHARED = /\/web\/src\/(?:kit|data)\/|\/node_modules\//;

/** Chunks that load as one file. A module belongs to the first chunk whose test it passes. */
const CHUNKS: { name: string; test: (id: string) => boolean }[] = [
  { name: 'kit', test: (id) => SHELL.ids.has(id) || (DASHBOARDS.ids.has(id) && BUYING.ids.has(id)) },
  { name: 'dashboard', test: (id) => DASHBOARDS.ids.has(id) },
  // also needed by the dialogs of other pages
  { name: 'forms', test: (id) => BUYING.ids.has(id) && IS_SHARED.test(id) },
  { name: 'buying', test: (id) => BUYING.ids.has(id) },
];

function importsOf(...entries: string[]) {
  return { entries, ids: new Set<string>() };
}

/** Parts of an endpoint that only the server reads. */
const OF_THE_SERVER = /\b(?:summary|scope|access):\s*(['"`])(?:\\.|(?!\1)[^\\])*\1,/g;

/** Leaves parts of the endpoints out that the browser never reads. */
function dropServerParts(): Plugin {
  return {
    name: 'drop-server-parts',
    transform: {
      filter: { id: /\/contract\/src\// },
      handler: (code) => ({ code: code.replace(OF_THE_SERVER, ''), map: null }),
    },
  };
}

const ICONS = join(import.meta.dirname, '../node_modules/lucide-react/dist/esm');

/** Name of an icon → its file, from the list of the package. */
const iconFiles = (): Map<string, string> =>
  new Map(
    [
      ...readFileSync(join(ICONS, 'lucide-react.mjs'), 'utf8').matchAll(/export \{(.*)\} from '\.\/(.*)'/g),
    ].flatMap(([, names, file]) =>
      [...names!.matchAll(/default as (\w+)/g)].map(([, name]) => [name!, join(ICONS, file!)] as const),
    ),
  );

/** Imports each icon from its own file. Through the package's index, the first view would have the icons of all pages. */
function importIconsAlone(): Plugin {
  const files = iconFiles();
  return {
    name: 'import-icons-alone',
    apply: 'build',
    transform: {
      filter: { id: /\/web\/src\//, code: /from ['"]lucide-react['"]/ },
      handler: (code) => ({
        code: code.replace(/import \{([^}]*)\} from ['"]lucide-react['"]/g, (_import, names: string) =>
          names
            .split(',')
            .map((name) => name.trim())
            .filter((name) => name !== '' && !name.startsWith('type '))
            .map((name) => {
              const [icon, local = icon] = name.split(' as ');
              return `import ${local} from ${JSON.stringify(files.get(icon!))}`;
            })
            .join('; '),
        ),
        map: null,
      }),
    },
  };
}

function findImports(): Plugin {
  return {
    name: 'find-imports',
    buildEnd() {
      for (const { entries, ids } of [SHELL, DASHBOARDS, BUYING]) {
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

/** Writes the file names of these chunks into the page. public/head.js uses them to preload the chunks. */
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

/** Puts the icon of the browser's tab into the page. It needs no request of its own. */
function inlineIcon(): Plugin {
  const svg = readFileSync(join(import.meta.dirname, 'favicon.svg'), 'utf8').replace(/\s+/g, ' ');
  return {
    name: 'inline-icon',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace('/favicon.svg', `data:image/svg+xml,${encodeURIComponent(svg)}`),
    },
  };
}

/** Writes a compressed copy beside each file. Skips small files and formats that are already compressed. */
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
  plugins: [
    inlineTexts(language),
    dropServerParts(),
    importIconsAlone(),
    react(),
    tailwindcss(),
    findImports(),
    nameChunks(),
    inlineIcon(),
    compress(),
  ],
  build: {
    outDir: `dist/${language}`,
    emptyOutDir: true,
    target: 'es2022',
    // The CSP allows fonts from 'self' only. The browser would refuse a data: URL.
    assetsInlineLimit: 0,
    // All browsers of this target support module preload.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // people who start Sterling need not know how long our plugins take
      checks: { bundlerTimings: false },
      // Radix names its functions with calls of __name, and no code reads these names. The calls would keep functions that
      // nothing uses.
      treeshake: { manualPureFunctions: ['__name'] },
      output: {
        // A few large chunks load faster than many small ones. The landing page gets its own base chunk.
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'], priority: CHUNKS.length + 1 },
            ...CHUNKS.map((chunk, index) => ({ ...chunk, priority: CHUNKS.length - index })),
            // the icons of all other pages
            { name: 'icons', test: /lucide-react/, priority: 0 },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': server, '/auth': server, '/healthz': server, '/readyz': server },
  },
});
