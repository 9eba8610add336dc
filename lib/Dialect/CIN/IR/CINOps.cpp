//===- CINOps.cpp - Assignments and index variables -------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers, effects and text forms of assignments, accesses and derived index
// variables.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/CIN/IR/CIN.h"

#include "weft/Support/AffineIndex.h"
#include "weft/Support/Combiner.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin;

/// Parses the direction of a split by its keyword.
static ParseResult parseDirection(OpAsmParser &parser,
                                  SplitDirectionAttr &attr) {
  StringRef keyword;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<SplitDirection> direction = symbolizeSplitDirection(keyword);
  if (!direction)
    return parser.emitError(loc)
           << "expected 'down', 'up' or 'balanced', got '" << keyword << "'";
  attr = SplitDirectionAttr::get(parser.getContext(), *direction);
  return success();
}

static void printDirection(OpAsmPrinter &printer, Operation *,
                           SplitDirectionAttr attr) {
  printer << stringifySplitDirection(attr.getValue());
}

/// Parses an extent, or the question mark of a variable that has none.
static ParseResult
parseExtentOrNone(OpAsmParser &parser,
                  std::optional<OpAsmParser::UnresolvedOperand> &extent) {
  if (succeeded(parser.parseOptionalQuestion()))
    return success();
  return parser.parseOperand(extent.emplace());
}

static void printExtentOrNone(OpAsmPrinter &printer, Operation *,
                              Value extent) {
  if (extent)
    printer << extent;
  else
    printer << "?";
}

#define GET_OP_CLASSES
#include "weft/Dialect/CIN/IR/CINOps.cpp.inc"

/// Checks that a tensor is indexed once per mode.
static LogicalResult verifyIndices(Operation *op, RefType type,
                                   ValueRange indices) {
  if (static_cast<int64_t>(indices.size()) != type.getRank())
    return op->emitOpError("expected ")
           << type.getRank() << " indices, got " << indices.size();
  return success();
}

//===----------------------------------------------------------------------===//
// AssignOp
//===----------------------------------------------------------------------===//

ParseResult AssignOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand ref, value;
  SmallVector<OpAsmParser::UnresolvedOperand> indices;
  CombinerSyntax combiner;
  RefType type;
  if (parser.parseOperand(ref) ||
      parser.parseOperandList(indices, OpAsmParser::Delimiter::Square))
    return failure();
  bool compound = failed(parser.parseOptionalEqual());
  if (compound && (combiner.parse(parser) ||
                   (succeeded(parser.parseOptionalKeyword("identity")) &&
                    (parser.parseLParen() ||
                     parser.parseAttribute(
                         result.getOrAddProperties<Properties>().identity) ||
                     parser.parseRParen()))))
    return failure();
  if (parser.parseOperand(value) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type))
    return failure();
  Type element = type.getElementType();
  Region &region = *result.addRegion();
  if (compound &&
      combiner.build(parser, element, YieldOp::getOperationName(), region))
    return failure();
  return failure(
      parser.resolveOperand(ref, type, result.operands) ||
      parser.resolveOperands(indices, cin::IndexType::get(parser.getContext()),
                             result.operands) ||
      parser.resolveOperand(value, element, result.operands));
}

void AssignOp::print(OpAsmPrinter &printer) {
  printer << " " << getRef() << "[" << getIndices() << "] ";
  if (isCompound())
    printCombiner(printer, getCombiner());
  else
    printer << "=";
  if (Attribute identity = getIdentityAttr())
    printer << " identity(" << identity << ")";
  printer << " " << getValue();
  printer.printOptionalAttrDict((*this)->getAttrs(), {getIdentityAttrName()});
  printer << " : " << getRef().getType();
}

LogicalResult AssignOp::verify() {
  if (failed(verifyIndices(*this, getRef().getType(), getIndices())))
    return failure();
  // Two coordinates could be one component, and some none.
  for (Value index : getIndices())
    if (index.getDefiningOp<AffineOp>())
      return emitOpError("assigns a component at an index that is computed");
  Type element = getRef().getType().getElementType();
  if (getValue().getType() != element)
    return emitOpError("expected a value of type ")
           << element << ", got " << getValue().getType();
  if (Attribute identity = getIdentityAttr()) {
    if (!isCompound())
      return emitOpError("expected a combiner for the identity");
    if (!level::isScalarOfType(identity, element))
      return emitOpError("expected an identity of type ")
             << element << ", got " << identity;
  }
  return isCompound() ? verifyCombiner(*this, getCombiner(), element,
                                       YieldOp::getOperationName())
                      : success();
}

void AssignOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  if (isCompound())
    effects.emplace_back(MemoryEffects::Read::get(), &getRefMutable());
  effects.emplace_back(MemoryEffects::Write::get(), &getRefMutable());
}

//===----------------------------------------------------------------------===//
// AccessOp
//===----------------------------------------------------------------------===//

LogicalResult AccessOp::verify() {
  level::FormatAttr format = level::getFormat(getRef().getType().getTensor());
  if (!format || format.getNumSlots() == 0)
    return verifyIndices(*this, getRef().getType(), getIndices());
  if (static_cast<int64_t>(getIndices().size()) != format.getNumSizes())
    return emitOpError("expected ")
           << format.getNumDims() << " indices and a slot, got "
           << getIndices().size();
  return success();
}

void AccessOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  effects.emplace_back(MemoryEffects::Read::get(), &getRefMutable());
}

//===----------------------------------------------------------------------===//
// PresentOp
//===----------------------------------------------------------------------===//

LogicalResult PresentOp::verify() {
  Type type = getValue().getType();
  Type number = getNumber() ? getNumberAttr().getType() : getOf().getType();
  for (Type other : {number, getFillAttr().getType()})
    if (other != type)
      return emitOpError("expected a number and a fill of type ")
             << type << ", got " << other;
  return success();
}

//===----------------------------------------------------------------------===//
// ValueOp
//===----------------------------------------------------------------------===//

OpFoldResult ValueOp::fold(FoldAdaptor) {
  auto literal = getVariable().getDefiningOp<LiteralOp>();
  if (!literal)
    return {};
  return Builder(getContext()).getIndexAttr(literal.getCoordinate());
}

//===----------------------------------------------------------------------===//
// Derived index variables
//===----------------------------------------------------------------------===//

SmallVector<StringAttr, 2> cin::getIndexNames(Operation *op) {
  return llvm::TypeSwitch<Operation *, SmallVector<StringAttr, 2>>(op)
      .Case<ForallOp, SplitOp, PositionOp>([](auto named) {
        return SmallVector<StringAttr, 2>{named.getNameAttr()};
      })
      .Case([](CollapseOp collapse) {
        return SmallVector<StringAttr, 2>{collapse.getOuterNameAttr(),
                                          collapse.getInnerNameAttr()};
      })
      .Default([](Operation *) { return SmallVector<StringAttr, 2>(); });
}

ForallOp cin::getForall(Value index) {
  auto argument = dyn_cast<BlockArgument>(index);
  return argument ? dyn_cast<ForallOp>(argument.getOwner()->getParentOp())
                  : ForallOp();
}

bool cin::isDerivedFrom(Value index, Value variable) {
  llvm::SetVector<Value> sources;
  sources.insert(index);
  for (unsigned next = 0; next != sources.size(); ++next) {
    if (sources[next] == variable)
      return true;
    if (Operation *op = sources[next].getDefiningOp())
      for (Value operand : op->getOperands())
        if (isa<cin::IndexType>(operand.getType()))
          sources.insert(operand);
  }
  return false;
}

SplitOp cin::findTileOf(Value variable) {
  for (Operation *user : variable.getUsers())
    if (auto split = dyn_cast<SplitOp>(user);
        split && split.getInner() == variable && !split.isBalanced() &&
        split.getDirection() == SplitDirection::Down)
      return split;
  return {};
}

SmallVector<Value, 2> cin::getCollapsedVariables(Value variable) {
  for (Operation *user : variable.getUsers())
    if (auto collapse = dyn_cast<CollapseOp>(user)) {
      SmallVector<Value, 2> variables =
          getCollapsedVariables(collapse.getOuter());
      llvm::append_range(variables, getCollapsedVariables(collapse.getInner()));
      return variables;
    }
  return {variable};
}

Value cin::getLevelVariable(const level::LevelExpr &level, ValueRange indices) {
  Value index = indices[level.dim];
  if (level.part == level::LevelPart::Whole || !index)
    return index;
  auto split = index.getDefiningOp<SplitOp>();
  if (!split || split.isBalanced() || split.isShifted() ||
      split.getDirection() != SplitDirection::Down ||
      static_cast<int64_t>(split.getSize()) != level.block)
    return {};
  return level.part == level::LevelPart::Quotient ? split.getOuter()
                                                  : split.getInner();
}

void SplitOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getVariable(), getName());
}

void CollapseOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getOuter(), getOuterName());
  setName(getInner(), getInnerName());
}

void PositionOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getVariable(), getName());
}

GuardOp cin::guardVariables(OpBuilder &builder, Operation *derivation) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfter(derivation);
  return GuardOp::create(builder, derivation->getLoc(),
                         derivation->getResults());
}

bool cin::isNumberOf(Value variable, Operation *derivation) {
  if (auto position = dyn_cast<PositionOp>(derivation))
    return position.getPosition() == variable;
  return isa<CollapseOp>(derivation);
}

LogicalResult GuardOp::verify() {
  if (getVariables().empty())
    return emitOpError("expected an index variable");
  for (Value variable : getVariables())
    if (Operation *op = variable.getDefiningOp(); !op || !isDerivation(op))
      return emitOpError("expected variables that 'cin.split', 'cin.collapse' "
                         "or 'cin.position' derive; an extent bounds that of a "
                         "forall");
  return success();
}

LogicalResult AffineOp::verify() {
  return verifyAffineIndex(*this, getVariables(), getFactors());
}

/// Checks that the parts of a balanced split are bound by foralls and are parts
/// of nothing else: where they begin is found out for these foralls.
static LogicalResult verifyBalanced(SplitOp split) {
  for (Value part : {split.getOuter(), split.getInner()}) {
    if (!isa<BlockArgument>(part))
      return split.emitOpError(
          "expected parts of equal work that foralls bind");
    for (Operation *user : part.getUsers())
      if (user != split && isa<SplitOp, CollapseOp, PositionOp>(user))
        return user->emitOpError("cannot derive anything else from a part of '")
               << split.getName() << "', which is balanced";
  }
  return success();
}

/// Checks that a tensor has the level whose positions tiles are cut by.
static LogicalResult verifyLevel(SplitOp split) {
  if (split.getDirection() == SplitDirection::Balanced)
    return split.emitOpError("expected parts with as many positions, 'down' or "
                             "'up'");
  RankedTensorType type = cast<RefType>(split.getRef().getType()).getTensor();
  level::FormatAttr format = level::getFormat(type);
  if (!format)
    return split.emitOpError(level::describeMissingFormat(type));
  int64_t level = split.getLevel().value_or(0);
  if (level < 0 || level >= format.getNumLevels())
    return split.emitOpError("expected a level below ")
           << format.getNumLevels() << ", got " << level;
  if (static_cast<int64_t>(split.getAbove().size()) != level)
    return split.emitOpError("expected a variable for each of the ")
           << level << " levels above, got " << split.getAbove().size();
  return success();
}

LogicalResult SplitOp::verify() {
  if (getOuter() == getInner())
    return emitOpError("expected two different variables");
  if (isShifted() && (getDirection() != SplitDirection::Down || getRef()))
    return emitOpError("expected tiles of a number of coordinates, 'down', to "
                       "shift inwards");
  if (getRef() && failed(verifyLevel(*this)))
    return failure();
  if (isBalanced())
    return verifyBalanced(*this);
  // How much there is of an inner part depends on the tile.
  if (auto inner = getInner().getDefiningOp<SplitOp>();
      inner && inner.isBalanced())
    return emitOpError("cannot balance '")
           << inner.getName() << "', which is a part of '" << getName() << "'";
  return success();
}

LogicalResult CollapseOp::verify() {
  if (getOuterName() == getInnerName())
    return emitOpError("expected two different names");
  return success();
}

bool PositionOp::hasDenseLevels() {
  level::FormatAttr format = level::getFormat(getRef().getType().getTensor());
  return format && llvm::all_of(getLevels(), [&](int64_t level) {
           return level::arePositionsCoordinates(format.getLevelType(level));
         });
}

LogicalResult PositionOp::verify() {
  if (auto split = getPosition().getDefiningOp<SplitOp>();
      split && split.isBalanced())
    return emitOpError("cannot balance positions, of which parts are equal if "
                       "they are as many; divide them");
  level::FormatAttr format = level::getFormat(getRef().getType().getTensor());
  if (!format)
    return emitOpError(
        level::describeMissingFormat(getRef().getType().getTensor()));
  ArrayRef<int64_t> levels = getLevels();
  if (levels.empty())
    return emitOpError("expected a level");
  for (auto [index, level] : llvm::enumerate(levels)) {
    if (level < 0 || level >= format.getNumLevels())
      return emitOpError("expected levels below ")
             << format.getNumLevels() << ", got " << level;
    if (level != levels.front() + static_cast<int64_t>(index))
      return emitOpError("expected consecutive levels");
  }
  if (static_cast<int64_t>(getOuter().size()) != levels.front())
    return emitOpError("expected a variable for each of the ")
           << levels.front() << " outer levels, got " << getOuter().size();
  return success();
}
