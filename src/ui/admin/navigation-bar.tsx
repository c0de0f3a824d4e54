import { LogOut } from 'lucide-react';
import { useLocation } from 'react-router';
import { Link } from '../link.tsx';
import { Logo } from '../logo.tsx';
import { getActionAttributes, getCloseAttributes, getOpenAttributes } from '../shell.ts';
import { BellIcon, CloseIcon, MenuIcon } from '../shell-icons.tsx';
import { ThemeButton, ThemeChoices } from '../theme-switch.tsx';
import type { StaffUser } from './frame.tsx';

/** `below`: path prefix of the subpages. `waiting`: number of open items. */
export type AdminMenuItem = {
  readonly to: string;
  readonly name: string;
  readonly below: string;
  readonly waiting?: number | undefined;
};

export type AdminMenuGroup = { readonly name: string; readonly places: readonly AdminMenuItem[] };

type MenuLinkProps = { item: AdminMenuItem; isCurrent: boolean };

const MenuLink = ({ item: { to, name, waiting }, isCurrent }: MenuLinkProps) => (
  <Link to={to} aria-current={isCurrent ? 'page' : undefined}>
    {name}
    {waiting !== undefined && <span className="n">{waiting}</span>}
  </Link>
);

const SignOutButton = ({ className }: { className: string }) => (
  <button type="button" className={`out ${className}`} {...getActionAttributes('sign-out')}>
    <LogOut className="ic" aria-hidden="true" />
    <span>Sign out</span>
  </button>
);

const drawerId = 'desk-places';

type MenuDrawerProps = {
  person: StaffUser;
  groups: readonly AdminMenuGroup[];
  isCurrent: (item: AdminMenuItem) => boolean;
};

const MenuDrawer = ({ person, groups, isCurrent }: MenuDrawerProps) => (
  <dialog id={drawerId} className="drawer desk-places" aria-label="All pages">
    <div className="in">
      <button type="button" className="btn bare icon close" aria-label="Close menu" {...getCloseAttributes(drawerId)}>
        <CloseIcon />
      </button>
      <nav aria-label="All pages">
        {groups.map(({ name, places }) => (
          <div key={name}>
            <p className="t-2xs ink-3">{name}</p>
            {places.map((item) => (
              <MenuLink key={item.to} item={item} isCurrent={isCurrent(item)} />
            ))}
          </div>
        ))}
      </nav>
      <div className="own">
        <p className="ink-2">
          {person.name}, {person.roles.join(', ')}
        </p>
        <div className="only-phone">
          <SignOutButton className="btn line" />
          <ThemeChoices />
        </div>
      </div>
    </div>
  </dialog>
);

type AdminBarProps = { person: StaffUser; groups: readonly AdminMenuGroup[] };

/** Admin navigation. CSS hides entries that do not fit into the bar; the drawer lists all of them. */
export function AdminBar({ person, groups }: AdminBarProps) {
  const { pathname } = useLocation();
  const isCurrent = ({ to, below }: AdminMenuItem) => pathname === to || pathname.startsWith(below);
  const places = groups.flatMap((group) => group.places);
  return (
    <>
      <header className="bar1 on-deep">
        <Link className="mark" to="/" title="Back to the site">
          <Logo />
          <span className="only-wide">Admin</span>
          <span className="sr">, back to the site</span>
        </Link>
        <nav aria-label="Admin">
          {places.map((item) => (
            <MenuLink key={item.to} item={item} isCurrent={isCurrent(item)} />
          ))}
        </nav>
        <button type="button" className="btn bare sm all" aria-haspopup="dialog" {...getOpenAttributes(drawerId)}>
          <MenuIcon />
          <span>All pages</span>
        </button>
        <div className="me">
          <span className="only-wide">
            <span className="t-2xs">
              {person.name}, {person.roles.join(', ')}
            </span>
          </span>
          <Link to="/notices" className="btn bare sm icon bell">
            <span className="sr">Notices</span>
            <BellIcon />
          </Link>
          <span className="only-wide">
            <ThemeButton />
          </span>
          <SignOutButton className="only-wide" />
        </div>
      </header>
      <MenuDrawer person={person} groups={groups} isCurrent={isCurrent} />
    </>
  );
}
