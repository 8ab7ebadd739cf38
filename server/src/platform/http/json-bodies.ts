import { errorCodes, type FastifyInstance } from 'fastify';

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses JSON bodies, which must be UTF-8. Other bytes would be stored as replacement characters. An empty body counts as no body,
 * because fetch sends it for a call without payload.
 */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const type = request.headers['content-type'];
    if (!isUtf8(type)) return done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type));
    if (bytes.length === 0) return done(null, undefined);
    const body = textOf(bytes as Buffer);
    if (body === null) return done(new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY());
    return parse(request, body, done);
  });
}

/** Whether a content type names no charset or UTF-8. */
function isUtf8(type = ''): boolean {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(type) ?? [];
  return /^utf-?8$/i.test(charset);
}

function textOf(bytes: Buffer): string | null {
  try {
    return UTF_8.decode(bytes);
  } catch {
    return null;
  }
}
