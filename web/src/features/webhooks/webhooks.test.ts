import { describe, expect, test } from 'vitest';
import { answerLine, pretty, stateOf, stateOfDelivery } from './webhooks.ts';

const AT = new Date('2026-01-02T03:04:05Z');

describe('the state of a webhook', () => {
  test('is on, failing, or off with a reason', () => {
    expect(stateOf({ off: null, failingSince: null })).toEqual({ tone: 'good', label: 'On', note: null });
    expect(stateOf({ off: null, failingSince: AT })).toMatchObject({ tone: 'warn', label: 'Failing' });
    expect(stateOf({ off: { reason: 'failing', at: AT }, failingSince: AT })).toMatchObject({
      tone: 'bad',
      label: 'Off',
      note: expect.stringContaining('turn it on again'),
    });
    expect(stateOf({ off: { reason: 'person', at: AT }, failingSince: null }).tone).toBe('neutral');
  });
});

describe('the state of a delivery', () => {
  const delivery = {
    id: '1',
    eventId: '2',
    type: 'order.sold',
    at: AT,
    body: '{}',
    last: null,
    state: 'waiting' as const,
    tries: 1,
    nextTryAt: AT,
  };
  test('says what comes next', () => {
    expect(stateOfDelivery(delivery)).toMatchObject({ label: 'Will be retried' });
    expect(stateOfDelivery({ ...delivery, tries: 0 })).toMatchObject({ label: 'Waiting', note: null });
    expect(stateOfDelivery({ ...delivery, nextTryAt: null }).note).toContain('earlier event');
    expect(stateOfDelivery({ ...delivery, state: 'given_up' }).label).toBe('Given up');
  });

  test('and its answer is one line', () => {
    const last = { at: AT, tookMs: 1_234, status: 204, text: '', problem: null };
    expect(answerLine(last)).toBe('204 in 1,234 ms');
    expect(answerLine({ ...last, status: null, problem: 'timeout' })).toContain('10 seconds');
  });
});

test('JSON is shown with line breaks, and other text as it is', () => {
  expect([pretty('{"a":1}'), pretty('<html>')]).toEqual(['{\n  "a": 1\n}', '<html>']);
});
