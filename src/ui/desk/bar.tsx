import { LogOut } from 'lucide-react';
import { useLocation } from 'react-router';
import { Link } from '../link.tsx';
import { Mark } from '../mark.tsx';
import { closes, opens, shellAct } from '../shell.ts';
import { BellIcon, CloseIcon, MenuIcon } from '../shell-icons.tsx';
import { ThemeButton, ThemeChoices } from '../theme-switch.tsx';
import type { DeskPerson } from './frame.tsx';

/** A place of the desk. `below`: addresses that belong to it as well; `waiting`: how much waits there, once known. */
export type DeskPlace = {
  readonly to: string;
  readonly name: string;
  readonly below: string;
  readonly waiting?: number | undefined;
};

/** Places that belong together, under one word. */
export type DeskGroup = { readonly name: string; readonly places: readonly DeskPlace[] };

type PlaceProps = { place: DeskPlace; here: boolean };

const PlaceLink = ({ place: { to, name, waiting }, here }: PlaceProps) => (
  <Link to={to} aria-current={here ? 'page' : undefined}>
    {name}
    {waiting !== undefined && <span className="n">{waiting}</span>}
  </Link>
);

const SignOutButton = ({ className }: { className: string }) => (
  <button type="button" className={`out ${className}`} {...shellAct('sign-out')}>
    <LogOut className="ic" aria-hidden="true" />
    <span>Sign out</span>
  </button>
);

const everyPlace = 'desk-places';

type EveryPlaceProps = { person: DeskPerson; groups: readonly DeskGroup[]; isHere: (place: DeskPlace) => boolean };

/** All places of somebody, in a drawer: on a phone the bar has room for one, on a tablet not for who they are. */
const EveryPlace = ({ person, groups, isHere }: EveryPlaceProps) => (
  <dialog id={everyPlace} className="drawer desk-places" aria-label="All places">
    <div className="in">
      <button type="button" className="btn bare icon close" aria-label="Close all places" {...closes(everyPlace)}>
        <CloseIcon />
      </button>
      <nav aria-label="All places">
        {groups.map(({ name, places }) => (
          <div key={name}>
            <p className="t-2xs ink-3">{name}</p>
            {places.map((place) => (
              <PlaceLink key={place.to} place={place} here={isHere(place)} />
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

type DeskBarProps = { person: DeskPerson; groups: readonly DeskGroup[] };

/**
 * The bar of the desk, one row on every screen: as many places as it has room for, with what waits there, the way to
 * all of them, and who somebody is.
 */
export function DeskBar({ person, groups }: DeskBarProps) {
  const { pathname } = useLocation();
  const isHere = ({ to, below }: DeskPlace) => pathname === to || pathname.startsWith(below);
  const places = groups.flatMap((group) => group.places);
  return (
    <>
      <header className="bar1 on-deep">
        <Link className="mark" to="/" title="Back to the site">
          <Mark />
          <span className="only-wide">Desk</span>
          <span className="sr">, back to the site</span>
        </Link>
        <nav aria-label="Desk">
          {places.map((place) => (
            <PlaceLink key={place.to} place={place} here={isHere(place)} />
          ))}
        </nav>
        <button type="button" className="btn bare sm all" aria-haspopup="dialog" {...opens(everyPlace)}>
          <MenuIcon />
          <span>All places</span>
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
      <EveryPlace person={person} groups={groups} isHere={isHere} />
    </>
  );
}
