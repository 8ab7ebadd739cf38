import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = `http://127.0.0.1:${process.env.PORT ?? '5000'}`;

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
  },
  server: {
    proxy: { '/api': server, '/auth': server, '/healthz': server, '/readyz': server },
  },
});
