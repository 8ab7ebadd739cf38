import type {} from '@fastify/cookie';
import {
  LANGUAGE_COOKIE,
  LANGUAGE_COOKIE_SECONDS,
  LANGUAGES,
  type Language,
} from '@sterling/contract/texts.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { Config } from '../../config.ts';
import { inLanguage } from '../language.ts';

/** The language that a request asks for: the chosen one (cookie), or the first of the browser's languages that we have. */
export function languageOf({ cookies, headers }: FastifyRequest): Language {
  return (
    named(cookies?.[LANGUAGE_COOKIE]) ?? (headers['accept-language'] ? preferred(headers) : LANGUAGES[0])
  );
}

/** Whether the browser has a chosen language. It keeps it when another one is stored for the user who signs in. */
export const hasChosenLanguage = ({ cookies }: FastifyRequest): boolean =>
  named(cookies?.[LANGUAGE_COOKIE]) !== undefined;

/** A language by its exact name. */
const named = (name: string | undefined): Language | undefined => LANGUAGES.find((one) => one === name);

function preferred(headers: FastifyRequest['headers']): Language {
  for (const asked of new Negotiator({ headers }).languages()) {
    const found = LANGUAGES.find((one) => primary(one) === primary(asked));
    if (found) return found;
  }
  return LANGUAGES[0];
}

const primary = (tag: string): string => tag.split('-')[0]!.toLowerCase();

/** Runs the work of a request in its language. */
export const inLanguageOf = <Result>(request: FastifyRequest, work: () => Result): Result =>
  inLanguage(languageOf(request), work);

/** Sets the cookie of the chosen language. Scripts of the page may change it, because it says nothing that has to be trusted. */
export function setLanguageCookie(reply: FastifyReply, mode: Config['mode'], language: Language): void {
  const secure = mode === 'production';
  reply.setCookie(LANGUAGE_COOKIE, language, {
    path: '/',
    maxAge: LANGUAGE_COOKIE_SECONDS,
    sameSite: 'lax',
    secure,
  });
}
