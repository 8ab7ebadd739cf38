import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Route, Router, Switch } from 'wouter';

/** What the app's router makes of a path: the parameters of the pattern that it matches, null when it matches none. */
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

test('S1.07 paths match whatever their case, as a whole', () => {
  expect(match('/buy-robux', '/Buy-ROBUX')).toEqual({});
  expect(match('/buy-robux', '/buy-robux/')).toEqual({});
  expect(match('/buy-robux', '/buy-robux-now')).toBeNull();
});

test('S1.07 named and optional parameters and wildcards are taken out of the path', () => {
  expect(match('/orders/:id', '/orders/Ab-12')).toMatchObject({ id: 'Ab-12' });
  expect(match('/orders/:id', '/orders')).toBeNull();
  expect(match('/orders/:id?', '/orders')).not.toBeNull();
  expect(match('/orders/:id?', '/orders/7')).toMatchObject({ id: '7' });
  expect(match('/files/*', '/files/a/b/c')).toMatchObject({ '*': 'a/b/c' });
});
