import { expect, test } from 'vitest';
import { itemIn } from './open-above.tsx';

const found = (open: string) => itemIn(new URLSearchParams({ open }));

test('an address opens an order, a sale or another entry of the history, and nothing else', () => {
  expect(found('order:0197a2f1-aaaa-7000')).toEqual({ kind: 'order', id: '0197a2f1-aaaa-7000' });
  expect(found('sale:1')).toEqual({ kind: 'sale', id: '1' });
  expect(found('staff-order:1')).toEqual({ kind: 'staff-order', id: '1' });
  expect(found('entry:1')).toEqual({ kind: 'entry', id: '1' });
  for (const open of ['', 'order:', 'user:1', 'trade:../../x', 'order:1 2']) expect(found(open)).toBeNull();
});
