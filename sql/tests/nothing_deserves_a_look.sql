-- Nothing deserves a look: rows mostly left out, audits of unknown items. A warning; see the relation `warnings`.
{{ config(severity='warn') }}

select * from {{ ref('warnings') }}
