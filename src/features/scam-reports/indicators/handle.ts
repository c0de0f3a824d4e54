import { parseUserUrl } from '../../../kernel/parse-url.ts';
import { type Indicator, trimInvisible } from '../types.ts';

export const serviceNames = {
  telegram: 'Telegram',
  instagram: 'Instagram',
  facebook: 'Facebook',
  x: 'X (Twitter)',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  snapchat: 'Snapchat',
  linkedin: 'LinkedIn',
  discord: 'Discord',
} as const;
export type SocialNetwork = keyof typeof serviceNames;
export const handleServices = Object.keys(serviceNames) as readonly SocialNetwork[];
export const isSocialNetwork = (text: string): text is SocialNetwork => Object.hasOwn(serviceNames, text);

const hosts: Readonly<Record<string, SocialNetwork>> = {
  't.me': 'telegram',
  'telegram.me': 'telegram',
  'instagram.com': 'instagram',
  'facebook.com': 'facebook',
  'fb.com': 'facebook',
  'fb.me': 'facebook',
  'm.me': 'facebook',
  'x.com': 'x',
  'twitter.com': 'x',
  'tiktok.com': 'tiktok',
  'youtube.com': 'youtube',
  'snapchat.com': 'snapchat',
  'linkedin.com': 'linkedin',
  'discord.gg': 'discord',
};

const accountPrefixes = new Set(['s', 'add', 'in', 'company', 'c', 'user', 'channel', 'invite', 'joinchat']);
const pagesWithoutAccount = new Set([
  ...[
    'about',
    'login',
    'signup',
    'home',
    'explore',
    'search',
    'share',
    'sharer',
    'watch',
    'reel',
    'reels',
    'p',
    'post',
  ],
  ...[
    'posts',
    'stories',
    'groups',
    'events',
    'hashtag',
    'i',
    'intent',
    'settings',
    'help',
    'privacy',
    'terms',
    'people',
  ],
  ...['pages', 'photo', 'photos', 'video', 'videos', 'shorts', 'playlist', 'embed', 'profile.php'],
]);

/** Normalizes a handle as its service compares handles. Returns null when invalid. */
export function parseHandle(text: string, service: SocialNetwork): string | null {
  const name = trimInvisible(text).normalize('NFKC').toLowerCase().replace(/^@+/, '').replace(/\/+$/, '');
  const normalized = service === 'facebook' ? name.replaceAll('.', '') : name;
  return /^[\p{L}\p{N}_][\p{L}\p{N}_.-]{1,63}$/u.test(normalized) ? normalized : null;
}

export type Handle = Indicator & { readonly kind: 'handle'; readonly scope: SocialNetwork };
const toHandle = (scope: SocialNetwork, text: string): Handle | null => {
  const value = parseHandle(text, scope);
  return value === null ? null : { kind: 'handle', scope, value };
};

/** Parses a profile link. Returns null for other links. */
export function parseHandleLink(link: string): Handle | null {
  const url = parseUserUrl(link);
  return url && getHandle(url);
}

export function getHandle({ hostname, pathname, searchParams }: URL): Handle | null {
  try {
    const service = hosts[hostname.replace(/^(www|m|web|mobile)\./, '')];
    if (!service) return null;
    const id = searchParams.get('id');
    if (service === 'facebook' && pathname === '/profile.php') return id === null ? null : toHandle(service, id);
    const parts = decodeURIComponent(pathname)
      .toLowerCase()
      .split('/')
      .filter((part) => part !== '');
    const name = accountPrefixes.has(parts[0] ?? '') ? parts[1] : parts[0];
    return name === undefined || pagesWithoutAccount.has(name) ? null : toHandle(service, name);
  } catch {
    return null;
  }
}

/** Returns the phone number of a WhatsApp link as `+digits`, or null for other links. */
export function parseChatNumber(link: string): string | null {
  const [, number] =
    /^(?:https?:\/\/)?(?:wa\.me\/|(?:api|web)\.whatsapp\.com\/send\/?\?(?:[^#\s]*&)?phone=)\+?(\d{7,15})/i.exec(link) ??
    [];
  return number === undefined ? null : `+${number}`;
}
