import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = `http://127.0.0.1:${process.env.PORT ?? '5000'}`;

/** Parts that a page loads when it shows them. */
const ON_DEMAND =
  /src\/admin\/|account-form|react-select|ui\/select|react-checkbox|recharts|\/d3-|cmdk|qrcode|react-hook-form|react-table|table-core|data-table|data-cards|sort-head|transactions\/(?:entry-table\.|trade-|rating|message)/;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
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
        // Two chunks instead of twenty: what the landing page needs, and what the pages behind it share.
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'], priority: 2 },
            { name: 'kit', test: (id) => !ON_DEMAND.test(id), minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': server, '/auth': server, '/healthz': server, '/readyz': server },
  },
});
