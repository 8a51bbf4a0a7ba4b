"""Plugin of dbt-duckdb that brings similarities written in Python to dbt's connection.

In the profile:

    plugins:
      - module: oakdb.dbt_plugin
        config:
          modules: [my_similarities]   # each uses @oakdb.similarity

and in the project `similarity: my_function(a, b)`.
"""

import importlib
from typing import Any

from dbt.adapters.duckdb.plugins import BasePlugin

from oakdb.functions import create_functions, registered


class Plugin(BasePlugin):
    def initialize(self, plugin_config: dict[str, Any]) -> None:
        for module in plugin_config.get("modules", []):
            importlib.import_module(module)

    def configure_connection(self, conn: Any) -> None:
        create_functions(conn, list(registered().values()))
