import { escapeHtml, plainPage } from '../page/plain-page.ts';
import type { AuthorizeRequest } from './authorize-request.ts';
import { type AvatarOwner, avatarPath, CDN } from './avatars.ts';
import type { Person } from './person.ts';

/** The page on which a person chooses a user. Each button is a link to the same address with an answer. */
export function choicePage(asked: AuthorizeRequest, people: Person[]): string {
  const link = (answer: Partial<AuthorizeRequest>) =>
    `?${new URLSearchParams(withoutGaps({ ...asked, ...answer }))}`;
  return plainPage(
    'Sign in with Discord',
    `<p class="quiet">Sandbox sign-in. <b>Sterling</b> asks for: ${escapeHtml(asked.scope.replaceAll(/[ +]/g, ', '))}.</p>
    <ul>${people.map((person) => personRow(person, link({ as: person.username }))).join('')}</ul>
    <form method="get" action="/discord/oauth2/authorize">${hiddenFields(asked)}
      <label>Someone new <input name="as" required maxlength="32" placeholder="username" autocomplete="off"></label>
      <button class="approve">Approve</button>
    </form>
    <p><a class="deny" href="${escapeHtml(link({ decision: 'deny' }))}">Deny</a></p>
    <p class="quiet">To test the way back as <b>nova</b>:
      <a href="${escapeHtml(link({ as: 'nova', decision: 'without-state' }))}">without state</a>,
      <a href="${escapeHtml(link({ as: 'nova', decision: 'wrong-state' }))}">with a wrong state</a></p>`,
  );
}

/** The page that Discord shows instead of the sign-in. `field` is the query field that it refuses. */
export function refusalPage(field: string): string {
  return plainPage(
    'Sign-in refused',
    `<p>Discord refuses this request: <b>${escapeHtml(field)}</b> is missing or not allowed.</p>`,
  );
}

function personRow(person: Person, href: string): string {
  const owner: AvatarOwner = person;
  const name = person.discriminator === '0' ? person.username : `${person.username}#${person.discriminator}`;
  return `<li><img src="${CDN}${avatarPath(owner)}" alt="" width="40" height="40">
    <span><b>${escapeHtml(person.globalName ?? person.username)}</b><small>${escapeHtml(name)}</small></span>
    <a class="approve" href="${escapeHtml(href)}" aria-label="Approve as ${escapeHtml(person.username)}">Approve</a></li>`;
}

function hiddenFields(asked: AuthorizeRequest): string {
  const fields = Object.entries(withoutGaps({ ...asked, as: undefined, decision: undefined }));
  return fields
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('');
}

function withoutGaps(fields: Partial<AuthorizeRequest>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
