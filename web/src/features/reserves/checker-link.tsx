import checker from '../../../../proof/check-proof.mjs?url';

/** Downloads the script that checks a proof without this page. */
export const CheckerLink = () => (
  <a
    href={checker}
    download="check-proof.mjs"
    className="whitespace-nowrap text-accent underline underline-offset-4"
  >
    check-proof.mjs
  </a>
);
