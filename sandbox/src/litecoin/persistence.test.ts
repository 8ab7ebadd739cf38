import { fork } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LitecoinNode, openNode } from './node.ts';
import { makeKey } from './test-payments.ts';

const { address } = makeKey('persistence');
let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sandbox-litecoin-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

test('a restart keeps chain, mempool and stale blocks', () => {
  const before = withNode((node) => {
    const dropped = node.send({ outputs: [{ address, ltc: 1 }] }).txid;
    node.send({ outputs: [{ address, ltc: 2 }], pegOut: true });
    const stale = node.mine(1);
    node.reorg({ depth: 1, drop: [dropped] });
    node.send({ outputs: [{ address, ltc: 3 }] });
    node.send({ outputs: [{ address, ltc: 4 }], pegOut: true });
    return { ...describeNode(node), stale: node.rpc('getblock', [stale.hash, 2]), hash: stale.hash };
  });
  withNode((node) => {
    expect({
      ...describeNode(node),
      stale: node.rpc('getblock', [before.hash, 2]),
      hash: before.hash,
    }).toEqual(before);
    node.mine(1);
    expect(node.received(address)).toMatchObject({ ltc: 9 });
  });
});

test('an incomplete last line is dropped, and later lines are kept', () => {
  const before = withNode(describeNode);
  withNode((node) => node.send({ outputs: [{ address, ltc: 1 }] }));
  const log = join(directory, 'events.jsonl');
  truncateSync(log, readFileSync(log).length - 40);
  expect(withNode(describeNode)).toEqual(before);
  appendFileSync(log, '{"kind":"blocks","blo');
  const after = withNode((node) => {
    node.mine(1);
    return describeNode(node);
  });
  expect(withNode(describeNode)).toEqual(after);
});

test('a first start that was killed at any point continues to the same chain', () => {
  const whole = withNode(describeNode);
  const log = join(directory, 'events.jsonl');
  const content = readFileSync(log);
  for (let cut = 0; cut < content.length; cut += Math.floor(content.length / 7)) {
    writeFileSync(log, content.subarray(0, cut));
    expect(withNode(describeNode)).toEqual(whole);
  }
});

test('a killed node restarts with everything that it answered', async () => {
  const program = join(directory, 'worker.ts');
  const source = `import { openNode } from ${JSON.stringify(new URL('node.ts', import.meta.url).href)};
    const node = openNode({ directory: ${JSON.stringify(directory)}, now: Date.now });
    for (let i = 1; ; i++) {
      node.send({ outputs: [{ address: '${address}', ltc: 1 }] });
      node.mine(1);
      if (i % 3 === 0) node.reorg({ depth: 2 });
      process.send({ ...node.state(), received: node.received('${address}').ltc });
    }`;
  writeFileSync(program, source);
  const child = fork(program);
  let last = { height: 0, hash: '', received: 0 };
  let answers = 0;
  child.on('message', (message: typeof last) => {
    last = message;
    answers += 1;
    if (answers === 25) child.kill('SIGKILL');
  });
  await once(child, 'exit');
  withNode((node) => {
    const header = node.rpc('getblock', [last.hash]) as { confirmations: number; height: number };
    expect(header.height).toBe(last.height);
    expect(node.state().height).toBeGreaterThanOrEqual(last.height);
    expect(node.received(address).ltc).toBeGreaterThanOrEqual(last.received);
    node.mine(1);
  });
}, 120_000);

function withNode<T>(use: (node: LitecoinNode) => T): T {
  const node = openNode({ directory, now: Date.now });
  try {
    return use(node);
  } finally {
    node.close();
  }
}

function describeNode(node: LitecoinNode): object {
  return {
    state: node.state(),
    received: node.received(address),
    mempool: node.rpc('getrawmempool', [true]),
    tips: node.rpc('getchaintips', []),
    tip: node.rpc('getblock', [node.state().hash, 2]),
  };
}
