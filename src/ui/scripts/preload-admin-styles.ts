/** Preloads the admin styles, which the admin layout would request late. */
const href = document.currentScript?.dataset['styles'];
if (href && /^\/admin(\/|$)/.test(location.pathname))
  document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as: 'style', href }));
