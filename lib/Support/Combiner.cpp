//===- Combiner.cpp - Regions that combine two values -----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Text form, construction and inlining of combiners.
//
//===----------------------------------------------------------------------===//

#include "weft/Support/Combiner.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace weft {

ParseResult CombinerSyntax::parse(OpAsmParser &parser) {
  loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword(&opName)))
    return success();
  parsed = std::make_unique<Region>();
  return parser.parseRegion(*parsed);
}

ParseResult CombinerSyntax::build(OpAsmParser &parser, Type type,
                                  StringRef yield, Region &region) {
  if (parsed) {
    region.takeBody(*parsed);
    return success();
  }
  OperationName name(opName, parser.getContext());
  if (!name.isRegistered()) {
    // Loads the dialect that the prefix names, as the parser does for
    // operations.
    parser.getContext()->getOrLoadDialect(name.getDialectNamespace());
    name = OperationName(opName, parser.getContext());
  }
  if (!name.isRegistered())
    return parser.emitError(loc)
           << "expected a region or a registered operation as combiner, got '"
           << opName << "'";
  if (!name.hasTrait<OpTrait::ZeroRegions>() ||
      !name.hasTrait<OpTrait::NOperands<2>::Impl>() ||
      !name.hasTrait<OpTrait::OneResult>())
    return parser.emitError(loc)
           << "expected an operation of two values to one as combiner, got '"
           << opName << "'";
  OpBuilder builder(parser.getContext());
  buildCombiner(builder, parser.getEncodedSourceLoc(loc), opName, type, yield,
                region);
  return success();
}

void printCombiner(OpAsmPrinter &printer, Region &region) {
  if (Operation *op = getSimpleCombinerOp(region)) {
    // Attributes beyond the defaults need the region to be seen.
    OperationState state(op->getLoc(), op->getName());
    state.addOperands(op->getOperands());
    state.addTypes(op->getResultTypes());
    Operation *plain = Operation::create(state);
    bool isPlain = OperationEquivalence::isEquivalentTo(
        op, plain, OperationEquivalence::exactValueMatch, nullptr,
        OperationEquivalence::IgnoreLocations);
    plain->destroy();
    if (isPlain) {
      printer << op->getName();
      return;
    }
  }
  printer.printRegion(region);
}

void buildCombiner(OpBuilder &builder, Location loc, StringRef opName,
                   Type type, StringRef yield, Region &region) {
  OpBuilder::InsertionGuard guard(builder);
  Block *block =
      builder.createBlock(&region, region.end(), {type, type}, {loc, loc});
  OperationState combine(loc, opName);
  combine.addOperands(block->getArguments());
  combine.addTypes(type);
  Operation *op = builder.create(combine);
  OperationState terminator(loc, yield);
  terminator.addOperands(op->getResults());
  builder.create(terminator);
}

/// Whether a value is a constant, which passes may take out of a combiner.
static bool isConstant(Value value) {
  Operation *op = value.getDefiningOp();
  return op && op->hasTrait<OpTrait::ConstantLike>();
}

Operation *getSimpleCombinerOp(Region &region) {
  if (!region.hasOneBlock())
    return nullptr;
  Block &block = region.front();
  if (block.getNumArguments() != 2 || block.getOperations().size() != 2)
    return nullptr;
  Operation *op = &block.front();
  if (op->getNumRegions() != 0 || op->getNumResults() != 1 ||
      op->getOperands() != ValueRange(block.getArguments()) ||
      block.back().getOperands() != op->getResults())
    return nullptr;
  return op;
}

bool areSameCombiner(Region &lhs, Region &rhs) {
  Operation *left = getSimpleCombinerOp(lhs);
  Operation *right = getSimpleCombinerOp(rhs);
  return left && right && left->getName() == right->getName() &&
         left->getDiscardableAttrDictionary() ==
             right->getDiscardableAttrDictionary() &&
         left->getPropertiesAsAttribute() == right->getPropertiesAsAttribute();
}

Value inlineCombiner(OpBuilder &builder, Region &region, Value accumulator,
                     Value value) {
  Block &block = region.front();
  IRMapping mapping;
  mapping.map(block.getArgument(0), accumulator);
  mapping.map(block.getArgument(1), value);
  // Constants outside of it may not be visible where the copy is.
  llvm::SetVector<Operation *> constants;
  region.walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (Operation *definition = operand.getDefiningOp();
          definition && !region.isAncestor(definition->getParentRegion()))
        constants.insert(definition);
  });
  for (Operation *constant : constants)
    builder.clone(*constant, mapping);
  for (Operation &op : block.without_terminator())
    builder.clone(op, mapping);
  return mapping.lookupOrDefault(block.getTerminator()->getOperand(0));
}

void copyCombiner(OpBuilder &builder, Region &from, StringRef yield,
                  Region &to) {
  OpBuilder::InsertionGuard guard(builder);
  Block &block = from.front();
  auto locations = llvm::map_to_vector(
      block.getArguments(), [](BlockArgument arg) { return arg.getLoc(); });
  Block *copy =
      builder.createBlock(&to, to.end(), block.getArgumentTypes(), locations);
  OperationState terminator(block.getTerminator()->getLoc(), yield);
  terminator.addOperands(inlineCombiner(builder, from, copy->getArgument(0),
                                        copy->getArgument(1)));
  builder.create(terminator);
}

LogicalResult verifyCombiner(Operation *owner, Region &region, Type type,
                             StringRef yield) {
  if (!region.hasOneBlock() || region.front().empty())
    return owner->emitOpError("expected a combiner of one block");
  if (region.front().back().getName().getStringRef() != yield)
    return owner->emitOpError("expected a combiner that ends with '")
           << yield << "'";
  Block &block = region.front();
  if (TypeRange(block.getArgumentTypes()) != TypeRange({type, type}) ||
      TypeRange(block.back().getOperandTypes()) != TypeRange(type))
    return owner->emitOpError("expected a combiner of two values of type ")
           << type << " that yields one";
  for (Operation &op : block.without_terminator())
    if (!isMemoryEffectFree(&op))
      return owner->emitOpError("expected a combiner without side effects, but "
                                "it contains '")
             << op.getName() << "'";
  WalkResult result = region.walk([&](Operation *op) -> WalkResult {
    for (Value operand : op->getOperands())
      if (!region.isAncestor(operand.getParentRegion()) && !isConstant(operand))
        return op->emitOpError("uses a value from outside its combiner");
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

StringRef getSumOperation(Type type) {
  if (isa<ComplexType>(type))
    return "complex.add";
  if (type.isInteger(1))
    return "arith.ori";
  return isa<FloatType>(type) ? "arith.addf" : "arith.addi";
}

bool isSumCombiner(Region &combiner) {
  Operation *op = getSimpleCombinerOp(combiner);
  return op && op->getName().getStringRef() ==
                   getSumOperation(op->getResult(0).getType());
}

} // namespace weft
