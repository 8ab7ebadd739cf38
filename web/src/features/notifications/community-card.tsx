import { useQuery } from '@tanstack/react-query';
import { Card, CardBody, CardHeader } from '../../kit/ui/card.tsx';
import { platformStatusQuery } from '../platform/queries.ts';
import { DiscordIcon } from '../session/discord-icon.tsx';

/** Links to the community's Discord server, if the owner has set one. */
export function CommunityCard() {
  const { data } = useQuery(platformStatusQuery);
  return (
    <Card>
      <CardHeader title="Community" />
      <CardBody className="flex flex-col gap-4">
        <p className="text-2">
          {data && !data.discordInviteUrl
            ? "Our community server isn't open yet. The invite will appear here."
            : 'Talk to other traders and get news first. Staff will never ask for your cookie or password.'}
        </p>
        {data?.discordInviteUrl && (
          <a
            href={data.discordInviteUrl}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex h-10 items-center justify-center gap-2.5 rounded-lg bg-discord px-4 font-semibold text-on-discord text-sm transition-colors hover:bg-discord-hover"
          >
            <DiscordIcon className="size-5" />
            Join on Discord
          </a>
        )}
      </CardBody>
    </Card>
  );
}
