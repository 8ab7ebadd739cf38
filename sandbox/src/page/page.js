import { accountRow, faultRow, figure, passRow, personRow, requestRow } from './rows.js';

const PRESETS = [
  [
    'Purchase: time-out after the debit',
    { service: 'game-platform', path: '/purchase', kind: 'timeout-after' },
  ],
  [
    'Purchase: time-out before the debit',
    { service: 'game-platform', path: '/purchase', kind: 'timeout-before' },
  ],
  ['Purchase: 502 page after the debit', { service: 'game-platform', path: '/purchase', kind: 'html' }],
  [
    'Platform: too many requests',
    { service: 'game-platform', kind: 'status', status: 429, headers: { 'retry-after': '30' } },
  ],
  ['Pass check: slow by 5 s', { service: 'game-platform', path: 'product-info', kind: 'slow', seconds: 5 }],
  [
    'Node: line cut after a broadcast',
    { service: 'litecoin', method: 'sendrawtransaction', kind: 'reset-after' },
  ],
  ['Kraken: server error', { service: 'price-feed', path: '/kraken', kind: 'status', status: 500 }],
  ['Discord: who-am-I fails', { service: 'discord', path: '/users/@me', kind: 'status', status: 500 }],
  ['Proxy: wants a password', { service: 'proxy', kind: 'status', status: 407 }],
];

const element = (id) => document.getElementById(id);

onSubmit('pay', async ({ address, ltc, blocks }) => {
  const { txid } = await control('POST', '/litecoin/send', { address: address.trim(), ltc });
  if (blocks === '0') return `Paid: ${txid}`;
  const { height } = await control('POST', '/litecoin/mine', { blocks: Number(blocks) });
  return `Paid and mined up to block ${height}`;
});
onSubmit('mine', async ({ blocks }) => {
  const { height } = await control('POST', '/litecoin/mine', { blocks: Number(blocks) });
  return `The chain is at block ${height}`;
});
onSubmit('reorg', async ({ depth }) => {
  const { height } = await control('POST', '/litecoin/reorg', { depth: Number(depth) });
  return `The chain is at block ${height}, on another branch`;
});
onSubmit('new-account', async ({ username, robux }) => {
  await control('POST', '/game/accounts', { username, robux: Number(robux) });
  return `${username} is there; copy the cookie from the list`;
});
onSubmit('new-pass', async ({ ownerId, name, price }) => {
  const { id } = await control('POST', '/game/passes', {
    ownerId: Number(ownerId),
    name,
    price: Number(price),
  });
  return `Pass ${id} is for sale`;
});
onSubmit('buy', async ({ accountId, passId }) => {
  const { price } = await control('POST', '/game/buy', {
    accountId: Number(accountId),
    passId: Number(passId),
  });
  return `Bought for ${figure.format(price)} Robux`;
});
onSubmit('set-price', async ({ usd, source }) => {
  await control('POST', '/price', source ? { usd, source } : { usd });
  return `1 LTC is $${usd}${source ? ` at ${source}` : ''}`;
});
onSubmit('advance', async ({ advanceSeconds }) => {
  const { now } = await control('POST', '/clock', { advanceSeconds: Number(advanceSeconds) });
  return `It is ${now.slice(0, 16).replace('T', ' ')} now`;
});
onSubmit('reset', async () => {
  if (!confirm('Put people, accounts, passes, price, clock and faults back to the seed?')) return '';
  await control('POST', '/reset');
  return 'Back to the seed';
});
onSubmit('arm', async ({ preset }) => {
  const [name, order] = PRESETS[Number(preset)];
  await control('POST', '/faults', order);
  return `Armed: ${name}`;
});
element('disarm').addEventListener('click', () =>
  report(() => control('DELETE', '/faults').then(() => 'No fault is armed')),
);
document.addEventListener('click', ({ target }) => {
  const text = target.closest('[data-copy]')?.dataset.copy;
  if (text) report(() => copy(text).then(() => 'Copied'));
});

fillChoices(
  element('presets'),
  PRESETS.map(([name], at) => [at, name]),
);
refresh();
setInterval(() => document.hidden || refresh(), 3000);

async function refresh() {
  const [world, faults, requests] = await Promise.all([
    control('GET', '/state'),
    control('GET', '/faults'),
    control('GET', '/requests?limit=60'),
  ]).catch(() => []);
  if (!world) return;
  showFigures(world);
  showRows('people', world.people, personRow);
  showRows('accounts', world.accounts, accountRow);
  const living = world.passes.filter(({ deleted }) => !deleted);
  const names = new Map(world.accounts.map(({ id, username }) => [id, username]));
  showRows('passes', living, (pass) => passRow(pass, names));
  showRows(
    'faults',
    faults.filter(({ hits, times }) => hits < times),
    faultRow,
  );
  // Pictures are requests of the browser. Without them, Sterling's requests are easier to see.
  showRows('requests', requests.filter(({ path }) => !/png/i.test(path)).reverse(), requestRow);
  for (const select of document.querySelectorAll('.account-choice')) {
    fillChoices(
      select,
      world.accounts.map(({ id, username }) => [id, username]),
    );
  }
  fillChoices(element('price-sources'), [
    ['', 'all'],
    ...Object.keys(world.price).map((source) => [source, source]),
  ]);
  fillChoices(
    element('pass-choice'),
    living.map(({ id, name, price }) => [id, `${name} · ${figure.format(price)}`]),
  );
}

function showFigures({ height, mempool, price, clock }) {
  const prices = [...new Set(Object.values(price))];
  element('height').textContent = figure.format(height);
  element('waiting').textContent = Array.isArray(mempool) ? mempool.length : mempool;
  element('price').textContent = prices.map((usd) => `$${usd}`).join(' / ');
  element('clock').textContent = clock.now.slice(0, 16).replace('T', ' ');
}

/** Redraws rows only if they changed, so that the list keeps its scroll position and a button its focus. */
function showRows(id, rows, draw) {
  const list = element(id);
  const shown = JSON.stringify(rows);
  if (list.dataset.shown === shown) return;
  list.dataset.shown = shown;
  list.replaceChildren(
    ...rows.map((row) => {
      const item = document.createElement('li');
      item.append(...draw(row));
      return item;
    }),
  );
}

function fillChoices(select, choices) {
  const shown = JSON.stringify(choices);
  if (select.dataset.shown === shown) return;
  const chosen = select.value;
  select.dataset.shown = shown;
  select.replaceChildren(
    ...choices.map(([value, label]) => new Option(label, value, false, String(value) === chosen)),
  );
}

async function copy(value) {
  if (navigator.clipboard) return navigator.clipboard.writeText(value);
  prompt('Copy this', value);
}

function onSubmit(id, act) {
  element(id).addEventListener('submit', (event) => {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.target, event.submitter));
    report(() => act(fields));
  });
}

async function report(act) {
  const notice = element('notice');
  try {
    notice.textContent = await act();
    notice.classList.remove('bad');
  } catch (error) {
    notice.textContent = error.message;
    notice.classList.add('bad');
  }
  notice.classList.toggle('shown', notice.textContent !== '');
  clearTimeout(report.timer);
  report.timer = setTimeout(() => notice.classList.remove('shown'), 6000);
  refresh();
}

async function control(method, path, body) {
  const json =
    body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(`/control${path}`, { method, ...json });
  if (answer.status === 204) return null;
  const content = await answer.json();
  if (!answer.ok) throw new Error(content.error?.message ?? `The sandbox answered ${answer.status}`);
  return content;
}
