import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openNode } from '@sterling/sandbox/litecoin/node.ts';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of a chain with its first blocks. */
    firstChain: string;
  }
}

/** Mines the first blocks of a chain, which every sandbox copies. Mining and signing them takes half a second. */
export default function setup(project: TestProject): () => void {
  const directory = mkdtempSync(join(tmpdir(), 'sterling-chain-'));
  openNode({ directory, now: Date.now }).close();
  project.provide('firstChain', directory);
  return () => rmSync(directory, { recursive: true, force: true });
}
