export const figure = new Intl.NumberFormat('en-US');

const ROLES = { nova: 'buyer', sela: 'seller', ada: 'admin', otto: 'owner' };

/** The functions below return the elements of one `li` in each list of the page. */
export function personRow({ username, globalName, discriminator, id, avatarUrl }) {
  const tag = discriminator === '0' ? username : `${username}#${discriminator}`;
  const role = ROLES[username] ? `${tag} · ${ROLES[username]}` : tag;
  return [picture(avatarUrl), named(globalName ?? username, role), copyButton('Copy id', id)];
}

export function accountRow({ username, id, robux, pendingRobux, cookie, cookieValid, challenge, moderated }) {
  const trouble = [!cookieValid && 'cookie dead', challenge, moderated && 'moderated']
    .filter(Boolean)
    .join(', ');
  const waiting = pendingRobux ? `${figure.format(pendingRobux)} pending` : '';
  const small = [`id ${id}`, waiting, trouble].filter(Boolean).join(' · ');
  return [
    named(username, small),
    text('figure', `R$ ${figure.format(robux)}`),
    copyButton('Copy cookie', cookie),
  ];
}

export function passRow({ name, id, price, isForSale, creatorType, creatorTargetId, url }, names) {
  const maker = creatorType === 'Group' ? `group ${creatorTargetId}` : names.get(creatorTargetId);
  const small = [`${maker} · id ${id}`, isForSale ? '' : 'off sale'].filter(Boolean).join(' · ');
  return [named(name, small), text('figure', `R$ ${figure.format(price)}`), copyButton('Copy link', url)];
}

export function faultRow({ kind, service, method = '', path = '', times, hits }) {
  return [
    named(`${kind} on ${service}`, [method, path].filter(Boolean).join(' ') || 'any call'),
    text('figure', `${times - hits} left`),
  ];
}

export function requestRow({ at, service, method, path, rpc, status, via }) {
  const where = rpc ? `${path} ${rpc}` : path;
  const tone = status === null || status >= 400 ? 'bad' : 'good';
  return [
    text('quiet', at.slice(11, 19)),
    text('quiet', service),
    text('method', method),
    text('path', via ? `${where}  ← ${via}` : where),
    text(tone, status ?? '···'),
  ];
}

function named(name, small) {
  const box = text('name', name);
  const line = document.createElement('small');
  line.textContent = small;
  box.append(line);
  return box;
}

function text(className, content) {
  const span = document.createElement('span');
  span.className = className;
  span.textContent = content;
  return span;
}

function picture(source) {
  return Object.assign(new Image(36, 36), { src: source, alt: '' });
}

function copyButton(label, value) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = label;
  button.dataset.copy = value;
  return button;
}
