import { isPublicPage } from '../screens.ts';
import { Link } from './link.tsx';
import { Logo } from './logo.tsx';
import { accountMenu, drawerMenu, getAudienceClass, type MenuItem, mainMenu, tabMenu } from './menu.ts';
import { getActionAttributes, getCloseAttributes, getOpenAttributes } from './shell.ts';
import {
  BellIcon,
  BookIcon,
  CloseIcon,
  HomeIcon,
  MenuIcon,
  PersonIcon,
  ReceiptIcon,
  TradeIcon,
} from './shell-icons.tsx';
import { ThemeButton, ThemeChoices } from './theme-switch.tsx';

/** True on the page of the entry and its subpages. /curriculum belongs to Learn. */
const isCurrent = (path: string, { to }: MenuItem): boolean =>
  path === to || path.startsWith(`${to}/`) || (to === '/courses' && path === '/curriculum');

function MenuLink({ item, path, className = '' }: { item: MenuItem; path: string; className?: string }) {
  const classes = [className, getAudienceClass(item)].filter(Boolean).join(' ');
  return (
    <Link to={item.to} className={classes || undefined} aria-current={isCurrent(path, item) ? 'page' : undefined}>
      {item.name}
    </Link>
  );
}

const SignOutButton = ({ className }: { className: string }) => (
  <button type="button" className={`only-in ${className}`} {...getActionAttributes('sign-out')}>
    Sign out
  </button>
);

const drawerId = 'menu';

const Drawer = ({ path }: { path: string }) => (
  <>
    <button
      type="button"
      className="btn bare sm icon only-phone"
      aria-label="Open menu"
      aria-haspopup="dialog"
      {...getOpenAttributes(drawerId)}
    >
      <MenuIcon />
    </button>
    <dialog id={drawerId} className="drawer" aria-label="Menu">
      <div className="in">
        <button type="button" className="btn bare icon close" aria-label="Close menu" {...getCloseAttributes(drawerId)}>
          <CloseIcon />
        </button>
        <nav aria-label="Menu">
          {[...mainMenu, ...drawerMenu, ...accountMenu].map((item) => (
            <MenuLink key={item.to} item={item} path={path} />
          ))}
          <SignOutButton className="asLink" />
        </nav>
        <ThemeChoices />
      </div>
    </dialog>
  </>
);

const tabIcons = {
  Home: <HomeIcon />,
  Buy: <TradeIcon />,
  Orders: <ReceiptIcon />,
  Learn: <BookIcon />,
  Me: <PersonIcon />,
};

const TabBar = ({ path }: { path: string }) => (
  <nav className="tab-bar only-in only-phone" aria-label="Shortcuts">
    {tabMenu.map((item) => (
      <Link key={item.to} to={item.to} aria-current={isCurrent(path, item) ? 'page' : undefined}>
        {tabIcons[item.name]}
        {item.name}
      </Link>
    ))}
  </nav>
);

/** Bar, drawer and tab bar [000 §2 Top navigation]. Public pages have no tab bar: they paint from the first packets. */
export const Navigation = ({ path = '' }: { path?: string }) => (
  <>
    <TopBar path={path} />
    {!isPublicPage(path) && <TabBar path={path} />}
  </>
);

function TopBar({ path }: { path: string }) {
  return (
    <header className="top">
      <div className="wrap">
        <Link className="mark" to="/">
          <Logo />
          <span>Cryptocommerce</span>
        </Link>
        <nav aria-label="Main">
          {mainMenu.map((item) => (
            <MenuLink key={item.to} item={item} path={path} />
          ))}
        </nav>
        <div className="end">
          <span className="only-wide">
            <ThemeButton />
          </span>
          {accountMenu.map((item) => {
            const isPrimary = item.name === 'Sign up';
            const className = isPrimary ? 'btn sm' : 'btn bare sm only-wide';
            return <MenuLink key={item.to} item={item} path={path} className={className} />;
          })}
          <SignOutButton className="btn bare sm only-wide" />
          <Link
            to="/notices"
            className="btn bare sm icon only-in bell"
            aria-current={path.startsWith('/notices') ? 'page' : undefined}
          >
            {/* Unlike aria-label, hidden text lets screen readers read the count too. */}
            <span className="sr">Notices</span>
            <BellIcon />
          </Link>
          <Drawer path={path} />
        </div>
      </div>
    </header>
  );
}
