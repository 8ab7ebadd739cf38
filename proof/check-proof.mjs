// Checks a balance proof of Sterling. It needs only Node (20.16 or newer):
//   node check-proof.mjs proof.json [root hash from the public page] [your user id] [your balance, such as 85.00]
// docs/guide/proof-of-reserves.md describes the format. The public page runs the same code in the browser.

const need = (holds, otherwise) => {
  if (!holds) throw new Error(otherwise);
};
const isText = (text, pattern) => typeof text === 'string' && pattern.test(text);
const isHash = (hex) => isText(hex, /^[0-9a-f]{64}$/);
const isSum = (cents) => Number.isSafeInteger(cents) && cents >= 0;
const byte = (value) => value.toString(16).padStart(2, '0');
const sha256 = async (hex) => {
  const bytes = Uint8Array.from(hex.match(/../g), (text) => Number.parseInt(text, 16));
  return Array.from(new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', bytes)), byte).join('');
};
const join = ({ hash, cents }) => hash + cents.toString(16).padStart(16, '0');

/** Rejects with the reason if the proof does not show that the balance is part of the root, or is not for `own`. */
export async function checkProof(
  { format, account, nonce, cents, root, leaves },
  published = root?.hash,
  own = { account, cents },
) {
  need(format === 'sterling-balance-proof-1', 'this is not a balance proof of Sterling');
  need(root.hash === published, 'its root is not the published root');
  need(isText(account, /^[0-9a-f-]{36}$/) && isHash(nonce), 'the account or the nonce is malformed');
  need(account === (own.account ?? account), 'it belongs to another account');
  need(isSum(cents) && cents > 0 && leaves.length > 0, 'it proves no balance');
  need(cents === (own.cents ?? cents), 'it proves another balance');
  need(new Set(leaves.map(({ position }) => position)).size === leaves.length, 'a leaf is counted twice');
  const name = Array.from(account, (letter) => byte(letter.charCodeAt(0))).join('');
  for (const { position, salt, cents: part, path } of leaves) {
    need(isHash(salt) && isSum(part), 'a leaf is malformed');
    need(isSum(position) && position < 2 ** path.length, 'a leaf is outside the tree');
    need(path.length === leaves[0].path.length, 'the leaves are at different depths');
    let node = {
      hash: await sha256(`00${salt}${nonce}${name}${join({ hash: '', cents: part })}`),
      cents: part,
    };
    for (const [level, sibling] of path.entries()) {
      const sum = node.cents + sibling.cents;
      need(isHash(sibling.hash) && isSum(sibling.cents) && isSum(sum), 'a sum is negative or too large');
      const isLeft = Math.floor(position / 2 ** level) % 2 === 0;
      const pair = isLeft ? join(node) + join(sibling) : join(sibling) + join(node);
      node = { hash: await sha256(`01${pair}`), cents: sum };
    }
    need(node.hash === root.hash && node.cents === root.cents, 'a leaf does not lead to the root');
  }
  need(
    leaves.reduce((sum, leaf) => sum + leaf.cents, 0) === cents,
    'the leaves do not add up to the balance',
  );
}

/** The proof in a file. Ends the script with the reason if there is none. */
function readProof(file) {
  const stop = (message) => {
    console.error(message);
    process.exit(1);
  };
  if (!file) stop('Usage: node check-proof.mjs <file> [<root hash> [<user id> [<balance>]]]');
  try {
    return JSON.parse(process.getBuiltinModule('node:fs').readFileSync(file, 'utf8'));
  } catch ({ message }) {
    return stop(`The proof cannot be read: ${message}`);
  }
}

if (globalThis.process?.argv?.[1]?.endsWith('check-proof.mjs')) {
  const [file, root, account, dollars] = process.argv.slice(2);
  const proof = readProof(file);
  const cents = dollars === undefined ? undefined : Math.round(Number(dollars) * 100);
  checkProof(proof, root, { account, cents }).then(
    () => {
      console.log(`The proof is valid: $${(proof.cents / 100).toFixed(2)} of account ${proof.account}`);
      console.log(`are part of $${(proof.root.cents / 100).toFixed(2)} under the root ${proof.root.hash}.`);
      if (!root) console.log('Compare this root with the one on the public page.');
      if (!dollars) console.log('Compare account and balance with yours.');
    },
    ({ message }) => {
      console.error(`The proof is not valid: ${message}.`);
      process.exitCode = 1;
    },
  );
}
