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

test('S1.07 paths ignore case and match as a whole', () => {
  expect(match('/buy-robux', '/Buy-ROBUX')).toEqual({});
  expect(match('/buy-robux', '/buy-robux/')).toEqual({});
  expect(match('/buy-robux', '/buy-robux-now')).toBeNull();
});

test('S1.07 paths support named parameters, optional parameters and wildcards', () => {
  expect(match('/orders/:id', '/orders/Ab-12')).toMatchObject({ id: 'Ab-12' });
  expect(match('/orders/:id', '/orders')).toBeNull();
  expect(match('/orders/:id?', '/orders')).not.toBeNull();
  expect(match('/orders/:id?', '/orders/7')).toMatchObject({ id: '7' });
  expect(match('/files/*', '/files/a/b/c')).toMatchObject({ '*': 'a/b/c' });
});
