# @version ^0.4.0
# @notice A vault that lends one token and keeps a list of lenders.

interface ERC20:
    def transferFrom(sender: address, receiver: address, amount: uint256) -> bool: nonpayable

# DAI on Ethereum.
ASSET: constant(address) = 0x6B175474E89094C44Da98b954EedeAC495271d0F
# The router that it sells its earnings through.
ROUTER: constant(address) = 0xE592427A0AEce92De3Edee1F18E0157C05861564

shares: HashMap[address, uint256]

@external
def deposit(amount: uint256):
    extcall ERC20(ASSET).transferFrom(msg.sender, self, amount)
    self.shares[msg.sender] += amount
