import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

test('head.js preloads code for exactly the paths of the pages with the sidebar', () => {
  const routes = [...read('./main.tsx').matchAll(/<Route path="\/([\w-]+)">\{\(\) => <DashboardPage /g)];
  const preloaded = /\^\\\/\(([\w|-]+)\)\$/.exec(read('../../public/head.js'))?.[1]?.split('|') ?? [];
  expect(routes.length).toBeGreaterThan(0);
  expect(preloaded.toSorted()).toEqual(routes.map(([, path]) => path!).toSorted());
});

test('the favicon is the logo', () => {
  const [logo, favicon] = ['../kit/ui/logo.tsx', '../../favicon.svg'].map((path) => pathsIn(read(path)));
  expect(logo).toHaveLength(1);
  expect(favicon).toEqual(logo);
});

const pathsIn = (drawing: string) => [...drawing.matchAll(/\bd="([^"]+)"/g)].map(([, path]) => path);
