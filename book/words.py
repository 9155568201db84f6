"""Word lists for the experiments on the real model: each word is one token of its vocabulary."""

NOUNS = """
apple arm army baby bag ball band barn basket beach bear bed bee bell bird boat bone book bottle
bowl box boy brain branch bread bridge brother bus butter cake camera camp candle cap captain car
castle cat cave chair cheese chicken child church city cloud coat coffee college cottage couch
country cousin cow crowd cup curtain daughter dinner doctor dog door dress drum dust ear egg
elephant engine eye face family farm farmer father feather fence field finger fish flag flower food
forest fork friend frog garden gate girl glove gold grass guitar hair hammer hand hat hill horse
hospital hotel house island jacket jar judge kettle key king kitchen knee knife lake lamp lawyer
leaf letter library lion lip market meat milk money monkey month moon mother mountain mouse mouth
mud museum nail neck needle newspaper nose nurse ocean office onion oven palace paper pencil
pepper piano picture pig pillow planet plate pocket poem potato prince prison queen rabbit railway
rain restaurant rice river road rock roof room rope salt sand school sea sheep ship shirt shoe shop
sister skirt sky snake snow soldier son song soup spoon star station stone street student sugar
sun table teacher temple tent throat ticket tiger tongue tooth tower town train tree uncle valley
village wall water wheel wheat wife window wing wolf woman wood yard
""".split()

ADJECTIVES = """
able absent active afraid alive ancient angry anxious ashamed asleep attractive automatic available
aware awful bad beautiful big bitter bizarre blind bold boring brave brief brilliant broad calm
capable careful careless cautious charming cheap cheerful chronic civil classical clever clumsy
comfortable complex confident conscious constant cool crazy cruel curious dangerous dead deaf dear
decent deep delicate delicious desperate different difficult dirty distant dramatic dull eager
early easy elaborate elderly electric elegant empty enormous entire evil exotic expensive extensive
faint fair faithful false familiar famous fatal fierce flexible foolish foreign formal fragile
frequent friendly frightened full funny furious generous gentle genuine gigantic glad gorgeous
grateful guilty handsome happy hard harmless harsh helpful helpless heavy high hollow honest
hostile huge humble hungry ideal ill illegal immense important impossible innocent intelligent
intense invisible jealous keen large late lazy legal lively lonely long loose loud loving low loyal
lucky mad magnificent massive mature mild modern modest mysterious narrow nasty natural necessary
nervous new nice noble noisy normal obvious odd old painful pale peaceful perfect permanent pleasant
polite poor popular powerful precious pregnant pretty proud pure quick quiet rapid rare ready real
reasonable recent relevant reliable religious rich ridiculous romantic rude ruthless sad safe severe
shallow sharp short shy sick silent silly similar simple sincere slight slow small smart smooth soft
solid specific steep strange strict strong stubborn stupid subtle sudden suitable sweet tall tender
terrible thick thin thirsty tiny tired tough tragic tremendous typical ugly unable unhappy unique
unknown unlikely unusual urgent useful useless vague valuable various vast violent visible vital
vulnerable warm weak wealthy weird wet wicked wide wild wise wonderful wooden worried worthy wrong
young
""".split()
