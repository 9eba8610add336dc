//===- RuleSequence.cpp - Sequences of rules as text ------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses rules, finds the operations that they are for, and applies them.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Pattern/Transforms/RuleSequence.h"

#include "weft/Dialect/Pattern/IR/Schedule.h"
#include "weft/Dialect/Pattern/Transforms/Rewrites.h"

using namespace mlir;
using namespace weft;
using namespace weft::pattern;

namespace {
/// A rule as it is written.
struct Command {
  StringRef text, name;
  SmallVector<StringRef> arguments;
  size_t begin;
};

/// What a rule takes besides the number of its operation.
enum class Argument { None, Nat, Mapping, Sums };

/// What a rule is applied to.
enum class Target { Map, Reduction, Program };

/// The argument of a rule.
struct RuleArgument {
  Nat nat;
  Mapping mapping = Mapping::Any;
  StringRef sums;
};

/// A rule by its name.
struct Rule {
  StringLiteral name;
  Target target;
  Argument argument;
  LogicalResult (*apply)(RewriterBase &rewriter, Operation *op,
                         const RuleArgument &argument, std::string &reason);
};
} // namespace

/// Applies `rule` if the operation is one of its kind; else there is no reason.
template <typename OpTy, typename RuleTy>
static LogicalResult applyTo(Operation *op, RuleTy rule) {
  auto target = dyn_cast<OpTy>(op);
  if (!target)
    return failure();
  return LogicalResult(rule(target));
}

static const Rule kRules[] = {
    {"fuse_maps", Target::Map, Argument::None,
     [](RewriterBase &rewriter, Operation *op, const RuleArgument &,
        std::string &reason) {
       return applyTo<MapOp>(
           op, [&](MapOp map) { return fuseMaps(rewriter, map, reason); });
     }},
    {"split_map", Target::Map, Argument::Nat,
     [](RewriterBase &rewriter, Operation *op, const RuleArgument &argument,
        std::string &reason) {
       return applyTo<MapOp>(op, [&](MapOp map) {
         return splitMap(rewriter, map, argument.nat, reason);
       });
     }},
    {"split_reduce", Target::Reduction, Argument::Nat,
     [](RewriterBase &rewriter, Operation *op, const RuleArgument &argument,
        std::string &reason) {
       return applyTo<ReduceOp>(op, [&](ReduceOp reduce) {
         return splitReduce(rewriter, reduce, argument.nat, reason);
       });
     }},
    {"stride_reduce", Target::Reduction, Argument::Nat,
     [](RewriterBase &rewriter, Operation *op, const RuleArgument &argument,
        std::string &reason) {
       return applyTo<ReduceOp>(op, [&](ReduceOp reduce) {
         return strideReduce(rewriter, reduce, argument.nat, reason);
       });
     }},
    {"fuse_reduce", Target::Reduction, Argument::None,
     [](RewriterBase &rewriter, Operation *op, const RuleArgument &,
        std::string &reason) {
       return applyTo<ReduceOp>(op, [&](ReduceOp reduce) {
         return fuseReduce(rewriter, reduce, reason);
       });
     }},
    {"set_mapping", Target::Map, Argument::Mapping,
     [](RewriterBase &rewriter, Operation *op, const RuleArgument &argument,
        std::string &reason) {
       return applyTo<MapOp>(op, [&](MapOp map) {
         return setMapping(rewriter, map, argument.mapping, reason);
       });
     }},
    {"set_sums", Target::Program, Argument::Sums,
     [](RewriterBase &rewriter, Operation *op, const RuleArgument &argument,
        std::string &) {
       op->setAttr(kSumsAttr, rewriter.getStringAttr(argument.sums));
       return success();
     }},
    {"use_loops", Target::Program, Argument::None,
     [](RewriterBase &rewriter, Operation *op, const RuleArgument &,
        std::string &) {
       op->setAttr(kLoopsAttr, rewriter.getUnitAttr());
       return success();
     }}};

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Splits a text at commas and lines that are in no parentheses.
static SmallVector<std::pair<size_t, StringRef>> splitAtCommas(StringRef text,
                                                               size_t begin) {
  SmallVector<std::pair<size_t, StringRef>> parts;
  int depth = 0;
  size_t start = 0;
  for (size_t place = 0; place <= text.size(); ++place) {
    char letter = place == text.size() ? ',' : text[place];
    depth += letter == '(' ? 1 : letter == ')' ? -1 : 0;
    bool isEnd = place == text.size();
    if (!isEnd && (depth != 0 || (letter != ',' && letter != '\n')))
      continue;
    StringRef part = text.slice(start, place);
    size_t spaces = part.size() - part.ltrim().size();
    parts.emplace_back(begin + start + spaces, part.trim());
    start = place + 1;
  }
  return parts;
}

/// Records an error at a command.
static bool refuse(const Command &command, const Twine &message,
                   RuleError &error, StringRef hint = "") {
  error = {message.str(), command.begin, command.begin + command.text.size(),
           hint.str()};
  return false;
}

/// The name that a text begins with.
static StringRef getName(StringRef text) {
  return text.take_while(
      [](char letter) { return llvm::isAlnum(letter) || letter == '_'; });
}

static bool parseCommand(size_t begin, StringRef text, Command &command,
                         RuleError &error) {
  command.text = text;
  command.begin = begin;
  StringRef rest = text;
  command.name = getName(rest);
  rest = rest.drop_front(command.name.size());
  if (!rest.empty()) {
    if (!rest.consume_front("(") || !rest.consume_back(")"))
      return refuse(command,
                    "expected a rule with its arguments in "
                    "parentheses, got '" +
                        text + "'",
                    error);
    for (auto [place, part] : splitAtCommas(rest, 0))
      command.arguments.push_back(part);
  }
  return true;
}

static const Rule *findRule(const Command &command, RuleError &error) {
  std::string names;
  for (const Rule &rule : kRules) {
    if (rule.name == command.name)
      return &rule;
    names += (names.empty() ? "" : ", ") + rule.name.str();
  }
  refuse(command, "no rule is called '" + command.name + "'", error,
         "rules are " + names);
  return nullptr;
}

/// Takes the argument that a rule has before the number of its operation.
static bool takeArgument(const Command &command, const Rule &rule,
                         ArrayRef<StringRef> &rest, RuleArgument &argument,
                         RuleError &error) {
  if (rule.argument == Argument::None)
    return true;
  if (rest.empty())
    return refuse(command, "expected an argument of '" + command.name + "'",
                  error,
                  rule.argument == Argument::Nat    ? "write split_map(8)"
                  : rule.argument == Argument::Sums ? "write set_sums(table)"
                                                    : "write set_mapping(par)");
  StringRef text = rest.front();
  rest = rest.drop_front();
  if (rule.argument == Argument::Nat) {
    NatError natError;
    std::optional<Nat> nat = parseNat(text, {}, natError);
    if (!nat)
      return refuse(command, natError.message, error, natError.hint);
    argument.nat = *nat;
    return true;
  }
  if (rule.argument == Argument::Sums) {
    argument.sums = text;
    return llvm::is_contained({"loop", "closed", "table"}, text) ||
           refuse(command,
                  "expected 'loop', 'closed' or 'table', got '" + text + "'",
                  error);
  }
  std::optional<Mapping> mapping = symbolizeMapping(text);
  if (!mapping)
    return refuse(command,
                  "expected 'any', 'seq', 'par', 'vec', 'workgroup' or "
                  "'local', got '" +
                      text + "'",
                  error);
  argument.mapping = *mapping;
  return true;
}

//===----------------------------------------------------------------------===//
// Application
//===----------------------------------------------------------------------===//

/// The operations of the kind that a rule is for, in the order of the program.
static SmallVector<Operation *> findOperations(ProgramOp program,
                                               Target target) {
  SmallVector<Operation *> found;
  program->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (target == Target::Map         ? isa<MapOp>(op)
        : target == Target::Reduction ? isa<ReduceOp>(op)
                                      : isa<ProgramOp>(op))
      found.push_back(op);
  });
  return found;
}

/// Whether all names in a number are numbers of the program.
static bool isKnown(const Nat &nat, ProgramOp program) {
  bool known = true;
  nat.walk([&](const Nat::Atom &atom, unsigned) {
    bool isNat = llvm::any_of(
        program.getNats().getAsRange<StringAttr>(),
        [&](StringAttr name) { return name.getValue() == atom.name; });
    known &= atom.kind != Nat::Kind::Lookup &&
             (atom.kind != Nat::Kind::Variable || isNat);
  });
  return known;
}

static bool applyCommand(ProgramOp program, const Command &command,
                         RuleError &error) {
  const Rule *rule = findRule(command, error);
  ArrayRef<StringRef> rest = command.arguments;
  RuleArgument argument;
  if (!rule || !takeArgument(command, *rule, rest, argument, error))
    return false;
  if (!isKnown(argument.nat, program))
    return refuse(command,
                  "expected a number of literals and natural numbers of the "
                  "program, got '" +
                      argument.nat.toString() + "'",
                  error);
  SmallVector<Operation *> targets = findOperations(program, rule->target);
  StringRef kind = rule->target == Target::Reduction ? "reduction" : "map";
  // Negative numbers count from the end.
  int number = 0;
  if (rule->target == Target::Program && !rest.empty())
    return refuse(command, "'" + command.name + "' takes fewer arguments",
                  error);
  if (rest.size() > 1 ||
      (!rest.empty() && (rest[0].getAsInteger(10, number) || number == 0)))
    return refuse(command,
                  "expected the number of a " + kind + " as the last argument",
                  error);
  size_t count = std::abs(static_cast<int64_t>(number));
  if (count > targets.size() || targets.empty())
    return refuse(command,
                  "expected a program with " +
                      (count ? std::to_string(count) + " " + kind.str() + "s"
                             : "a " + kind.str()) +
                      ", got one with " + std::to_string(targets.size()),
                  error);
  if (number != 0)
    targets = {targets[number > 0 ? count - 1 : targets.size() - count]};
  IRRewriter rewriter(program.getContext());
  std::string first;
  for (Operation *target : targets) {
    std::string reason;
    rewriter.setInsertionPoint(target);
    if (succeeded(rule->apply(rewriter, target, argument, reason)))
      return true;
    if (first.empty())
      first = reason;
  }
  return refuse(command, first, error);
}

bool pattern::applyRules(ProgramOp program, StringRef text, RuleError &error) {
  for (auto [begin, part] : splitAtCommas(text, 0)) {
    Command command;
    if (part.empty())
      continue;
    if (!parseCommand(begin, part, command, error) ||
        !applyCommand(program, command, error))
      return false;
  }
  return true;
}

bool pattern::beginsWithRule(StringRef text) {
  StringRef name = getName(text);
  return llvm::any_of(kRules,
                      [&](const Rule &rule) { return rule.name == name; });
}
