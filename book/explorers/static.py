"""An explorer without its controls: the drawn default picture, as HTML.

It is what the site starts from, what a page shows without JavaScript, and what a notebook shows
before it is run.
"""

import base64
import html


def page_html(figure, functions):
    """Return the page's version: the default picture, without inputs."""
    answer = figure.answer(figure.defaults(), functions)
    picture = base64.b64encode(answer["svg"].encode()).decode()
    says = html.escape(answer["says"])
    return (
        f'<div class="explorer" data-explorer="{figure.name}"'
        f' data-functions="{" ".join(sorted(functions))}">'
        f'<div class="explorer-figure"><img src="data:image/svg+xml;base64,{picture}"'
        f' alt="{says}" width="560"></div>'
        f'<p class="explorer-says">{says}</p></div>'
    )
