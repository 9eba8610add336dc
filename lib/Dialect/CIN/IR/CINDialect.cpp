//===- CINDialect.cpp - The cin dialect -------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers the attributes, types and operations of the cin dialect.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/CIN/IR/CIN.h"
#include "weft/Dialect/CIN/IR/OrderReasons.h"
#include "weft/Dialect/CIN/IR/Requests.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/FoldInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace weft::cin;

#include "weft/Dialect/CIN/IR/CINDialect.cpp.inc"
#include "weft/Dialect/CIN/IR/CINEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "weft/Dialect/CIN/IR/CINAttributes.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "weft/Dialect/CIN/IR/CINTypes.cpp.inc"

LogicalResult ReasonAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 WorkspaceReason kind,
                                 std::optional<int64_t> level) {
  // A level is bound outside of one above it.
  int64_t first = kind == WorkspaceReason::LevelOrder ? 1 : 0;
  bool hasLevel = kind == WorkspaceReason::LevelOrder ||
                  kind == WorkspaceReason::ReducedOutside ||
                  kind == WorkspaceReason::CoordinateOrder;
  if (hasLevel != level.has_value())
    return emitError() << "expected reason '" << stringifyWorkspaceReason(kind)
                       << "' with" << (hasLevel ? " a level" : "out level");
  if (level && *level < first)
    return emitError() << "expected a level of at least " << first << ", got "
                       << *level;
  return success();
}

size_t RefusalAttr::getNumNames(RefusalReason reason) {
  switch (reason) {
  case RefusalReason::InnerInsertion:
  case RefusalReason::AbsentCoordinates:
    return 2;
  case RefusalReason::WorkspaceLoop:
  case RefusalReason::InnerWorkspace:
  case RefusalReason::ScalarResult:
  case RefusalReason::SeparateLoop:
  case RefusalReason::SlotLevel:
  case RefusalReason::SeveralModes:
  case RefusalReason::OuterLevel:
  case RefusalReason::SparseLevel:
  case RefusalReason::UnplacedLevel:
  case RefusalReason::NoVectors:
  case RefusalReason::NotElementwise:
  case RefusalReason::OrderedCombiner:
  case RefusalReason::EarlyExit:
  case RefusalReason::UpdatedInPlace:
  case RefusalReason::ComputedIndex:
  case RefusalReason::MergedInside:
  case RefusalReason::SparseTarget:
  case RefusalReason::NotOutermost:
  case RefusalReason::DerivedIndex:
  case RefusalReason::RepeatedCoordinates:
  case RefusalReason::AbsentComponents:
  case RefusalReason::TwoPhaseResult:
    return 1;
  default:
    return 0;
  }
}

/// Whether a text has the form of commands, `name(arguments)`.
static bool hasCommands(StringRef text) {
  size_t name = text.find('(');
  return name != 0 && name != StringRef::npos && text.ends_with(")");
}

LogicalResult ChoiceAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 ScheduleRule rule, StringRef commands) {
  if (!hasCommands(commands))
    return emitError() << "expected commands with arguments, got '" << commands
                       << "'";
  return success();
}

LogicalResult RefusalAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                  RefusalReason reason, StringRef command,
                                  ArrayRef<StringAttr> names) {
  if (!hasCommands(command))
    return emitError()
           << "expected a command with arguments that is not chosen, got '"
           << command << "'";
  size_t numNames = getNumNames(reason);
  if (names.size() != numNames)
    return emitError() << "expected reason '" << stringifyRefusalReason(reason)
                       << "' with " << numNames << " name"
                       << (numNames == 1 ? "" : "s") << ", got "
                       << names.size();
  if (llvm::any_of(names, [](StringAttr name) { return name.empty(); }))
    return emitError() << "expected names that are not empty";
  return success();
}

namespace {
/// A combiner uses only its own values: the folder must not move its constants
/// to the kernel.
struct CINFoldInterface : public DialectFoldInterface {
  using DialectFoldInterface::DialectFoldInterface;

  bool shouldMaterializeInto(Region *region) const final {
    return isa<AssignOp>(region->getParentOp());
  }
};
} // namespace

void CINDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "weft/Dialect/CIN/IR/CINAttributes.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "weft/Dialect/CIN/IR/CINTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "weft/Dialect/CIN/IR/CINOps.cpp.inc"
      >();
  addInterfaces<CINFoldInterface>();
}

/// Checks the levels that an access or an assignment states an order for.
static LogicalResult verifyOrderedLevels(Operation *op,
                                         NamedAttribute attribute) {
  StringRef name = attribute.getName();
  auto access = dyn_cast<AccessOp>(op);
  auto assign = dyn_cast<AssignOp>(op);
  bool isIterated = name == kIteratedLevelsAttr;
  if (isIterated ? !access : !assign)
    return op->emitOpError("expected '")
           << name << "' on a " << (isIterated ? "cin.access" : "cin.assign");
  RefType type = (access ? access.getRef() : assign.getRef()).getType();
  weft::level::FormatAttr format = weft::level::getFormat(type.getTensor());
  int64_t end = format ? format.getNumLevels() : 0, next = 0;
  auto levels = dyn_cast<DenseI64ArrayAttr>(attribute.getValue());
  if (!levels || levels.empty())
    return op->emitOpError("expected '")
           << name << "' to be a nonempty array of i64 such as array<i64: 1>, "
           << "got " << attribute.getValue();
  bool isValid = true;
  for (int64_t level : levels.asArrayRef()) {
    isValid &= level >= next && level < end;
    next = level + 1;
  }
  if (!isValid)
    return op->emitOpError("expected '")
           << name << "' to list levels in ascending order, each less than "
           << end << ", got " << attribute.getValue();
  return success();
}

LogicalResult CINDialect::verifyOperationAttribute(Operation *op,
                                                   NamedAttribute attribute) {
  StringRef name = attribute.getName();
  if (name == kIteratedLevelsAttr || name == kAppendedLevelsAttr)
    return verifyOrderedLevels(op, attribute);
  if (!llvm::is_contained(getNoteNames(), name))
    return success();
  if (!isa<KernelOp>(op))
    return op->emitOpError("expected '") << name << "' on a cin.kernel";
  auto verifyList = [&](StringRef what, auto isElement) -> LogicalResult {
    auto list = dyn_cast<ArrayAttr>(attribute.getValue());
    if (list && llvm::all_of(list, isElement))
      return success();
    return op->emitOpError("expected '") << name << "' to be a list of " << what
                                         << ", got " << attribute.getValue();
  };
  if (name == kChosenAttr)
    return verifyList("choices", llvm::IsaPred<ChoiceAttr>);
  if (name == kNotChosenAttr)
    return verifyList("refusals", llvm::IsaPred<RefusalAttr>);
  return verifyList("names", llvm::IsaPred<StringAttr>);
}

Operation *CINDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                           Type type, Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}
