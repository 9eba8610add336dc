//===- DiagnosticRecorder.cpp - User errors from MLIR diagnostics ---------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the place in the text that an error is about and renders it the way
// the text front end renders its own.
//
//===----------------------------------------------------------------------===//

#include "DiagnosticRecorder.h"

#include "weft/Conversion/NotationToCIN/ApplySchedule.h"
#include "weft/Notation/Diagnostic.h"

#include "mlir/IR/Location.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"

using namespace mlir;
using namespace weft;

/// The place of a line and a column, both counted from one, in a text; nothing
/// if the text has no such place.
static std::optional<size_t> getOffset(StringRef text, unsigned line,
                                       unsigned column) {
  size_t offset = 0;
  for (; line > 1; --line) {
    offset = text.find('\n', offset);
    if (offset == StringRef::npos)
      return std::nullopt;
    ++offset;
  }
  if (column == 0 || offset + column - 1 > text.size())
    return std::nullopt;
  return offset + column - 1;
}

std::optional<notation::Range> weft::findRange(Location loc, StringRef text) {
  std::optional<notation::Range> range;
  loc->walk([&](Location part) {
    auto place = dyn_cast<FileLineColRange>(part);
    if (!place)
      return WalkResult::advance();
    auto begin = getOffset(text, place.getStartLine(), place.getStartColumn());
    if (!begin)
      return WalkResult::advance();
    auto end = getOffset(text, place.getEndLine(), place.getEndColumn());
    range = {*begin, end && *end > *begin ? *end : *begin + 1};
    return WalkResult::interrupt();
  });
  return range;
}

/// A message about a place of the text without what only readers of the IR
/// know: the operation that it is about, and the prefix of level types.
static std::string getUserMessage(Diagnostic &diagnostic) {
  std::string message = diagnostic.str();
  StringRef rest = message;
  constexpr StringLiteral afterName = "' op ";
  if (size_t end = rest.find(afterName);
      rest.starts_with("'") && end != StringRef::npos &&
      rest.substr(1, end - 1).find_first_of("' ") == StringRef::npos)
    message = rest.substr(end + afterName.size()).str();
  constexpr StringLiteral prefix = "#level.";
  for (size_t found = message.find(prefix); found != std::string::npos;
       found = message.find(prefix, found))
    message.erase(found, prefix.size());
  return message;
}

/// The text that a location is in, which is either that of the kernel or its
/// schedule, and the place there.
static std::pair<StringRef, std::optional<notation::Range>>
findPlace(Location loc, StringRef text, StringRef schedule) {
  auto place = loc->findInstanceOf<FileLineColRange>();
  bool isSchedule = place && place.getFilename() == kScheduleName;
  StringRef in = isSchedule ? schedule : text;
  return {in, findRange(loc, in)};
}

/// A note in another text than the error.
static std::string renderNote(notation::Note note, StringRef text) {
  notation::Diagnostic shown{std::move(note.message), note.range, "", {}};
  std::string rendered =
      notation::render(shown, std::string_view(text.data(), text.size()));
  return "note" + rendered.substr(std::string_view("error").size());
}

/// The error and its notes as the user reads them. A note that begins with
/// "hint: " is shown as a hint.
static std::string renderDiagnostic(Diagnostic &diagnostic, StringRef kernel,
                                    StringRef schedule) {
  notation::Diagnostic shown;
  auto [text, range] = findPlace(diagnostic.getLocation(), kernel, schedule);
  shown.message = range ? getUserMessage(diagnostic) : diagnostic.str();
  std::string places;
  for (Diagnostic &note : diagnostic.getNotes()) {
    std::string hint = note.str();
    auto [noteText, noteRange] =
        findPlace(note.getLocation(), kernel, schedule);
    if (StringRef rest = hint; range && rest.consume_front("hint: "))
      shown.hint = rest.str();
    else if (noteRange && range && noteText.data() == text.data())
      shown.notes.push_back({getUserMessage(note), *noteRange});
    else if (noteRange && range)
      places += "\n" + renderNote({getUserMessage(note), *noteRange}, noteText);
    else
      places += "\nnote: " + note.str();
  }
  if (!range)
    return shown.message + places;
  shown.range = *range;
  return notation::render(shown, std::string_view(text.data(), text.size())) +
         places;
}

DiagnosticRecorder::DiagnosticRecorder(MLIRContext *context, StringRef text,
                                       StringRef schedule)
    : text(text), schedule(schedule),
      handler(context, [this](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == DiagnosticSeverity::Error && !message) {
          located =
              findPlace(diagnostic.getLocation(), this->text, this->schedule)
                  .second.has_value();
          message = renderDiagnostic(diagnostic, this->text, this->schedule);
        }
        return success();
      }) {}

namespace {
/// Notes the pass that failed first.
struct FailureWatch : PassInstrumentation {
  explicit FailureWatch(std::string &failed) : failed(failed) {}

  void runAfterPassFailed(Pass *pass, Operation *) override {
    if (failed.empty())
      failed = pass->getArgument().empty() ? pass->getName().str()
                                           : pass->getArgument().str();
  }

  std::string &failed;
};
} // namespace

llvm::Error DiagnosticRecorder::run(PassManager &pm, Operation *op) {
  std::string failed;
  pm.addInstrumentation(std::make_unique<FailureWatch>(failed));
  if (succeeded(pm.run(op)))
    return llvm::Error::success();
  return takeError(failed.empty() ? "verification" : "pass " + failed);
}

llvm::Error DiagnosticRecorder::takeError(StringRef step) {
  std::string reason = "internal error: " + step.str() + " failed";
  if (message && located)
    reason = std::move(*message);
  else if (message)
    reason += ": " + *message;
  message.reset();
  return llvm::createStringError(reason);
}
