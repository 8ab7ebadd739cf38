import { readFileSync } from 'node:fs';
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Route, Router, Switch } from 'wouter';

/** Matches a path with the app's router. Returns the parameters, or null without a match. */
function match(pattern: string, path: string): Record<string, string | undefined> | null {
  let found: Record<string, string | undefined> | null = null;
  const component = ({ params }: { params: Record<string, string | undefined> }) => {
    found = { ...params };
    return null;
  };
  const routes = createElement(Switch, null, createElement(Route, { path: pattern, component }));
  renderToStaticMarkup(
    createElement(Router as FunctionComponent<{ ssrPath: string }>, { ssrPath: path }, routes),
  );
  return found;
}

const main = readFileSync(new URL('./main.tsx', import.meta.url), 'utf8');
const PATHS = [...main.matchAll(/<Route path="(\/[^"]+)"/g)].map(([, path]) => path!);

test('S1.07 the paths of the app ignore case and match as a whole', () => {
  expect(PATHS.length).toBeGreaterThan(0);
  for (const path of PATHS) {
    expect(match(path, path.toUpperCase()), path).toEqual({});
    expect(match(path, `${path}/`), path).toEqual({});
    expect(match(path, `${path}-now`), path).toBeNull();
  }
});

test('S1.07 the router supports named parameters, optional parameters and wildcards', () => {
  expect(match('/orders/:id', '/orders/Ab-12')).toMatchObject({ id: 'Ab-12' });
  expect(match('/orders/:id', '/orders')).toBeNull();
  expect(match('/orders/:id?', '/orders')).not.toBeNull();
  expect(match('/orders/:id?', '/orders/7')).toMatchObject({ id: '7' });
  expect(match('/files/*', '/files/a/b/c')).toMatchObject({ '*': 'a/b/c' });
});
