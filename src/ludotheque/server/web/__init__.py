"""HTTP: routes, pages, pictures and what guards them."""
