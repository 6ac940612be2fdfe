"""Types of the messages between the server and the browser (docs/protocol.md)."""

from collections.abc import Mapping
from typing import Final

from ludotheque.bots.characters import Character, Look
from ludotheque.core.moves import MoveRange
from ludotheque.core.reasons import Reason
from ludotheque.core.refusal import Param
from ludotheque.core.words import Variants
from ludotheque.host import lesson_protocol as lessons
from ludotheque.host import messages, practice, protocol
from ludotheque.server.people import protocol as people
from ludotheque.server.web import protocol as site
from ludotheque.table.analysis import Analysis, Chances, Judged, Rating
from ludotheque.table.lesson_run import Turn
from ludotheque.table.lessons import Said
from ludotheque.table.study import Studied

RECEIVES: Final[Mapping[str, object]] = {
    "Param": Param,
    "Params": dict[str, Param],
    "Refusal": protocol.Refused,
    "Look": Look,
    "Character": Character,
    "GameInfo": protocol.GameInfo,
    "Sentence": str | list[Variants],
    "RulebookText": protocol.RulebookText,
    "Me": people.Me,
    "AccountDetails": people.AccountDetails,
    "RecoveryCode": people.RecoveryCode,
    "TableState": protocol.State,
    "SeatInfo": protocol.SeatInfo,
    "Result": protocol.Outcome,
    "TableInfo": protocol.TableInfo,
    "TableList": protocol.TableList,
    "Address": site.Address,
    "Foreseen": protocol.Foreseen,
    "GameEvent": protocol.LogEvent,
    "Ranges": MoveRange,
    "View": protocol.SeatView,
    "ChatLine": protocol.ChatLine,
    "Message": messages.Sent,
    "Licences": site.Licences,
    "ServerVersion": site.ServerVersion,
    "Steps": protocol.Steps,
    "Reason": Reason,
    "Opinion": Judged,
    "Hint": protocol.Hint,
    "Chances": Chances,
    "Rating": Rating,
    "Analysis": Analysis,
    "AnalysisState": protocol.AnalysisState,
    "Studied": Studied,
    "Said": Said,
    "Turn": Turn,
    "LessonInfo": lessons.LessonInfo,
    "LessonState": lessons.LessonState,
    "LessonTried": lessons.Tried,
    "LessonTaken": lessons.LessonTaken,
    "Practised": practice.Practised,
    "Tries": practice.Tries,
}
SENDS: Final[Mapping[str, object]] = {
    "SeatPlan": protocol.SeatPlan,
    "NewTable": protocol.NewTable,
    "Command": messages.Do,
    "TakeLesson": lessons.TakeLesson,
    "Practise": practice.Practise,
}
