import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { ABOUT_NOTIFICATIONS, NotificationsCard } from '../features/notifications/notifications-card.tsx';
import { notificationsQuery } from '../features/notifications/use-notifications.ts';
import { platformStatusQuery } from '../features/platform/queries.ts';
import { DiscordIcon } from '../features/sessions/session.tsx';
import { WebhooksCard } from '../features/webhooks/webhooks-card.tsx';
import { Card, CardBody, CardHeader } from '../kit/ui/card.tsx';
import { ErrorState } from '../kit/ui/missing-content.tsx';
import { SkeletonRows } from '../kit/ui/spinner.tsx';

/** The community's Discord server, and notifications to the user's own channel and programs. */
export default function DiscordSection() {
  const { data, error, refetch } = useQuery(notificationsQuery);
  return (
    <div className="grid grid-cols-1 items-start gap-4 md:gap-6 lg:grid-cols-3">
      <div className="flex flex-col gap-4 md:gap-6 lg:col-span-2">
        {data ? (
          <NotificationsCard key={data.webhookUrl} notifications={data} />
        ) : (
          <Card>
            <CardHeader title={t('Notifications')} description={ABOUT_NOTIFICATIONS} />
            {error ? (
              <ErrorState error={error} onRetry={refetch} />
            ) : (
              // As high as the form and its switches, so that the community card below does not move.
              <SkeletonRows rows={13} className="p-4 sm:p-5 sm:*:nth-[n+12]:hidden" />
            )}
          </Card>
        )}
        <WebhooksCard />
      </div>
      <CommunityCard />
    </div>
  );
}

/** Links to the community's Discord server, if the owner has set one. */
function CommunityCard() {
  const { data } = useQuery(platformStatusQuery);
  return (
    <Card>
      <CardHeader title={t('Community')} />
      <CardBody className="flex flex-col gap-4">
        <p className="text-2">
          {data && !data.discordInviteUrl
            ? t("Our community server isn't open yet. The invite will appear here.")
            : t(
                'Talk to other traders and get news first. Staff will never ask for your cookie or password.',
              )}
        </p>
        {data?.discordInviteUrl && (
          <a
            href={data.discordInviteUrl}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex h-10 items-center justify-center gap-2.5 rounded-lg bg-discord px-4 font-semibold text-on-discord text-sm transition-colors hover:bg-discord-hover"
          >
            <DiscordIcon className="size-5" />
            {t('Join on Discord')}
          </a>
        )}
      </CardBody>
    </Card>
  );
}
