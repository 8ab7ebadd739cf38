import { t } from '@sterling/contract/texts.ts';
import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { Menu, MenuChoice, MenuChoices } from '../ui/dropdown-menu.tsx';
import { type Theme, useTheme } from './theme.ts';

export const THEMES: readonly { theme: Theme; label: string; icon: LucideIcon }[] = [
  { theme: 'dark', label: t('Dark'), icon: Moon },
  { theme: 'light', label: t('Light'), icon: Sun },
  { theme: 'system', label: t('System'), icon: Monitor },
];

/** Chooses light, dark, or the theme of the system. */
export function ThemeMenu() {
  const [chosen, choose] = useTheme();
  const Icon = THEMES.find(({ theme }) => theme === chosen)?.icon ?? Moon;
  return (
    <Menu
      className="min-w-36"
      trigger={
        <Button variant="ghost" size="icon" aria-label={t('Theme')} className="max-sm:-mr-2">
          <Icon aria-hidden className="size-5 lg:size-4" />
        </Button>
      }
    >
      <MenuChoices value={chosen} onChange={choose}>
        {THEMES.map(({ theme, label, icon }) => (
          <MenuChoice key={theme} value={theme} icon={icon}>
            {label}
          </MenuChoice>
        ))}
      </MenuChoices>
    </Menu>
  );
}
