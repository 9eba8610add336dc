//===- CarryWorkspaces.cpp - Arrays that iterations hand on ---------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A list that is made for each row begins small and grows, and each time its
// entries are combined and copied. What one row has freed is just as good for
// the next, and large enough as a rule.
//
//===----------------------------------------------------------------------===//

#include "Allocation/Allocation.h"
#include "weft/Dialect/Weft/IR/LoopInfo.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace weft;

//===----------------------------------------------------------------------===//
// Finding arrays
//===----------------------------------------------------------------------===//

namespace {
/// An array that an iteration takes, and one that it frees.
struct Pair {
  memref::AllocOp alloc;
  /// The array with a size that is not known.
  memref::CastOp cast;
  memref::DeallocOp dealloc;
};
} // namespace

/// The array of which one is a view, with the size that it has.
static Value getWhole(Value array) {
  while (auto view = array.getDefiningOp<ViewLikeOpInterface>()) {
    if (!isa<memref::CastOp, memref::ReinterpretCastOp>(view))
      break;
    array = view.getViewSource();
  }
  return array;
}

/// The cast by which alone an array of a constant size is used, if nobody asks
/// for the size, or fills as much; else null.
static memref::CastOp getCast(memref::AllocOp alloc) {
  auto cast = alloc->hasOneUse()
                  ? dyn_cast<memref::CastOp>(*alloc->user_begin())
                  : memref::CastOp();
  if (!cast || cast->getBlock() != alloc->getBlock())
    return {};
  auto type = dyn_cast<MemRefType>(cast.getType());
  bool isOpen = type && type.getRank() == 1 && type.isDynamicDim(0) &&
                type.getLayout().isIdentity() &&
                llvm::none_of(cast->getUsers(), [](Operation *user) {
                  return isa<memref::DimOp, memref::StoreOp>(user);
                });
  return isOpen ? cast : memref::CastOp();
}

static bool isSmallConstant(memref::AllocOp alloc) {
  return alloc.getDynamicSizes().empty() && alloc.getSymbolOperands().empty() &&
         alloc.getType().getRank() == 1 &&
         alloc.getType().getLayout().isIdentity();
}

/// Takes arrays of a constant size once that each iteration takes and frees.
static void hoistConstants(scf::ForOp loop) {
  for (auto alloc :
       llvm::make_early_inc_range(loop.getBody()->getOps<memref::AllocOp>())) {
    if (!isSmallConstant(alloc))
      continue;
    for (Operation *user : alloc->getUsers())
      if (isa<memref::DeallocOp>(user) && user->getBlock() == loop.getBody()) {
        alloc->moveBefore(loop);
        user->moveAfter(loop);
        break;
      }
  }
}

/// The arrays of a loop that it may hand on: all that are there to grow, or
/// none, since whoever appends may ask one of them for the size of others.
static SmallVector<Pair> findPairs(scf::ForOp loop) {
  SmallVector<Pair> pairs;
  for (auto alloc : loop.getBody()->getOps<memref::AllocOp>()) {
    if (!isSmallConstant(alloc))
      continue;
    memref::CastOp cast = getCast(alloc);
    if (cast)
      pairs.push_back({alloc, cast, {}});
    else if (llvm::any_of(alloc->getUsers(), [](Operation *op) {
               return isa<memref::CastOp>(op);
             }))
      return {};
  }
  for (auto dealloc : loop.getBody()->getOps<memref::DeallocOp>()) {
    // A table is handed on by the runtime.
    if (dealloc->hasAttr(kTableAttr))
      continue;
    Value whole = getWhole(dealloc.getMemref());
    Pair *pair = llvm::find_if(pairs, [&](Pair &pair) {
      return !pair.dealloc && pair.cast.getType() == whole.getType();
    });
    if (pair != pairs.end() && !loop.isDefinedOutsideOfLoop(whole))
      pair->dealloc = dealloc;
  }
  bool areAllFreed =
      llvm::all_of(pairs, [](Pair &pair) { return bool(pair.dealloc); });
  return areAllFreed ? pairs : SmallVector<Pair>();
}

//===----------------------------------------------------------------------===//
// Handing on
//===----------------------------------------------------------------------===//

/// Gives an array the size that all have.
static Value emitResized(OpBuilder &b, Location loc, Value array, Value size) {
  return memref::ReinterpretCastOp::create(
      b, loc, cast<MemRefType>(array.getType()), array,
      /*offset=*/b.getIndexAttr(0), /*sizes=*/OpFoldResult(size),
      /*strides=*/OpFoldResult(b.getIndexAttr(1)));
}

/// Emits what is handed on at the end of an iteration instead of being freed:
/// arrays of the size that all of them have, if it is that of which an
/// iteration took them, or new ones.
static SmallVector<Value> emitNext(scf::ForOp loop, ArrayRef<Pair> pairs) {
  ImplicitLocOpBuilder b(loop.getLoc(), loop.getBody()->getTerminator());
  Value zero = arith::ConstantIndexOp::create(b, 0);
  SmallVector<Value> wholes;
  SmallVector<Type> types;
  Value size;
  int64_t least = 0;
  for (Pair pair : pairs) {
    b.setLoc(pair.dealloc.getLoc());
    wholes.push_back(getWhole(pair.dealloc.getMemref()));
    types.push_back(wholes.back().getType());
    Value own = memref::DimOp::create(b, wholes.back(), zero);
    size = size ? arith::MinSIOp::create(b, size, own).getResult() : own;
    least = std::max(least, pair.alloc.getType().getDimSize(0));
  }
  Value isEnough =
      arith::CmpIOp::create(b, arith::CmpIPredicate::sge, size,
                            arith::ConstantIndexOp::create(b, least));
  auto branch = scf::IfOp::create(
      b, isEnough,
      [&](OpBuilder &then, Location loc) {
        SmallVector<Value> next = llvm::map_to_vector(wholes, [&](Value whole) {
          return emitResized(then, loc, whole, size);
        });
        scf::YieldOp::create(then, loc, next);
      },
      [&](OpBuilder &otherwise, Location) {
        SmallVector<Value> next;
        for (auto [pair, whole] : llvm::zip_equal(pairs, wholes)) {
          memref::AllocOp alloc = pair.alloc;
          memref::CastOp cast = pair.cast;
          Location loc = alloc.getLoc();
          memref::DeallocOp::create(otherwise, loc, whole);
          Value array =
              memref::AllocOp::create(otherwise, loc, alloc.getType());
          next.push_back(memref::CastOp::create(otherwise, cast.getLoc(),
                                                cast.getType(), array));
        }
        scf::YieldOp::create(otherwise, loop.getLoc(), next);
      });
  return llvm::to_vector_of<Value>(branch.getResults());
}

/// Lets a loop carry arrays.
static void carry(scf::ForOp loop, ArrayRef<Pair> pairs) {
  IRRewriter rewriter(loop.getContext());
  SmallVector<Value> nexts = emitNext(loop, pairs), inits;
  // Locations have the names of variables.
  auto locs = llvm::map_to_vector(
      loop.getBody()->getArguments(),
      [](BlockArgument argument) { return argument.getLoc(); });
  for (Pair pair : pairs) {
    pair.dealloc.erase();
    pair.alloc->moveBefore(loop);
    pair.cast->moveBefore(loop);
    inits.push_back(pair.cast);
    locs.push_back(pair.cast.getLoc());
  }
  rewriter.setInsertionPoint(loop);
  DictionaryAttr notes = loop->getDiscardableAttrDictionary();
  auto carrying = cast<scf::ForOp>(*loop.replaceWithAdditionalYields(
      rewriter, inits, /*replaceInitOperandUsesInLoop=*/true,
      [&](OpBuilder &, Location, ArrayRef<BlockArgument>) { return nexts; }));
  carrying->setDiscardableAttrs(notes);
  for (auto [argument, loc] :
       llvm::zip_equal(carrying.getBody()->getArguments(), locs))
    argument.setLoc(loc);
  rewriter.setInsertionPointAfter(carrying);
  for (Value last : carrying.getResults().take_back(pairs.size()))
    memref::DeallocOp::create(rewriter, last.getLoc(), last);
}

unsigned weft::carryWorkspaces(func::FuncOp function) {
  // Inner loops first, so that outer ones hand on what they take.
  SmallVector<scf::ForOp> loops;
  function.walk([&](scf::ForOp loop) {
    if (!isParallel(loop) && !isVector(loop) &&
        isChosen(loop, LoweringOption::CarryWorkspaces))
      loops.push_back(loop);
  });
  unsigned numCarried = 0;
  for (scf::ForOp loop : loops) {
    hoistConstants(loop);
    SmallVector<Pair> pairs = findPairs(loop);
    numCarried += pairs.size();
    if (!pairs.empty())
      carry(loop, pairs);
  }
  return numCarried;
}
