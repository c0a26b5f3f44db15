"""The table server: friends at one table, from anywhere. `app` has the routes, `lobby` the tables, `table` is one of them."""
