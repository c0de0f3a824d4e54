import { typedLink } from '../../../kernel/typed-link.ts';
import { bare, type Indicator } from './indicator.ts';

/** Services on which somebody goes by a name, and how each calls itself. */
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
export type HandlePlace = keyof typeof serviceNames;
export const handleServices = Object.keys(serviceNames) as readonly HandlePlace[];
export const isHandlePlace = (text: string): text is HandlePlace => Object.hasOwn(serviceNames, text);

const hosts: Readonly<Record<string, HandlePlace>> = {
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

/** Parts of an address that come before a name, and pages that are nobody's. */
const before = new Set(['s', 'add', 'in', 'company', 'c', 'user', 'channel', 'invite', 'joinchat']);
const nobodys = new Set([
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

/** A name on a service as the service compares it. */
export function readHandle(text: string, service: HandlePlace): string | null {
  const name = bare(text).normalize('NFKC').toLowerCase().replace(/^@+/, '').replace(/\/+$/, '');
  const same = service === 'facebook' ? name.replaceAll('.', '') : name;
  return /^[\p{L}\p{N}_][\p{L}\p{N}_.-]{1,63}$/u.test(same) ? same : null;
}

export type Handle = Indicator & { readonly kind: 'handle'; readonly scope: HandlePlace };
const handle = (scope: HandlePlace, text: string): Handle | null => {
  const value = readHandle(text, scope);
  return value === null ? null : { kind: 'handle', scope, value };
};

/** Whose page on a service a link leads to. */
export function handleIn(link: string): Handle | null {
  const read = typedLink(link);
  return read && handleOf(read);
}

/** The same of a link that was read already. */
export function handleOf({ hostname, pathname, searchParams }: URL): Handle | null {
  try {
    const service = hosts[hostname.replace(/^(www|m|web|mobile)\./, '')];
    if (!service) return null;
    const id = searchParams.get('id');
    if (service === 'facebook' && pathname === '/profile.php') return id === null ? null : handle(service, id);
    const parts = decodeURIComponent(pathname)
      .toLowerCase()
      .split('/')
      .filter((part) => part !== '');
    const name = before.has(parts[0] ?? '') ? parts[1] : parts[0];
    return name === undefined || nobodys.has(name) ? null : handle(service, name);
  } catch {
    return null;
  }
}

/** The number behind a link that opens a chat. */
export function numberIn(link: string): string | null {
  const [, number] =
    /^(?:https?:\/\/)?(?:wa\.me\/|(?:api|web)\.whatsapp\.com\/send\/?\?(?:[^#\s]*&)?phone=)\+?(\d{7,15})/i.exec(link) ??
    [];
  return number === undefined ? null : `+${number}`;
}
