/** Playwright calls this once, before all workers. Their products share one build. */
export { ensureWebBuild as default } from '../../scripts/web-build.ts';
